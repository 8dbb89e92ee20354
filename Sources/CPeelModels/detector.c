#include "CPeelModels.h"

static const uint8_t model[] = {
#embed "detector.bin"
};

const size_t cpeel_detector_model_size = sizeof model;

const uint8_t *cpeel_detector_model(void) { return model; }
