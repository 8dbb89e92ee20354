// Little CMS. Swift can't import the macros that describe pixel layouts, so the layouts in use are constants here.
#include <lcms2.h>

static const cmsUInt32Number CLCMSGrey = TYPE_GRAY_8;
static const cmsUInt32Number CLCMSRGB = TYPE_RGB_8;
static const cmsUInt32Number CLCMSInks = TYPE_CMYK_8;
/// As Adobe writes CMYK: 255 is no ink.
static const cmsUInt32Number CLCMSInvertedInks = TYPE_CMYK_8_REV;
static const cmsUInt32Number CLCMSDeepGrey = TYPE_GRAY_16;
static const cmsUInt32Number CLCMSDeepRGB = TYPE_RGB_16;
static const cmsUInt32Number CLCMSLab = TYPE_Lab_8;
/// As in ICC profiles of version 2: 0xFF00 is white, and 0x8000 is no colour.
static const cmsUInt32Number CLCMSDeepLab = TYPE_LabV2_16;
