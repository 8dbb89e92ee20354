#include "CPeelModels.h"

static const uint8_t models[] = {
#embed "faces/face_landmarker.task"
};

const size_t cpeel_face_models_size = sizeof models;

const uint8_t *cpeel_face_models(void) { return models; }
