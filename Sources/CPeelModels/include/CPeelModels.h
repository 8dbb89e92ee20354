// What was learned, as part of the program: it needs no file beside it, and the system reads these bytes from the disk only
// when they are used.
#ifndef CPEEL_MODELS_H
#define CPEEL_MODELS_H

#include <stddef.h>
#include <stdint.h>

/// The detector's trees and network: detector.bin, which `peel-lab fit` writes.
const uint8_t *cpeel_detector_model(void);
/// The size of detector.bin in bytes.
extern const size_t cpeel_detector_model_size;

/// The bundle faces/face_landmarker.task: a ZIP archive. The NOTICE beside it names its maker, licence and checksum.
const uint8_t *cpeel_face_models(void);
/// The size of the bundle in bytes.
extern const size_t cpeel_face_models_size;

#endif
