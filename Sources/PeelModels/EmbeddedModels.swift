internal import CPeelModels

/// The models that are part of the program.
package enum EmbeddedModels {
  /// A copy of the face models: a ZIP archive.
  package static var faces: [UInt8] {
    unsafe Array(UnsafeBufferPointer(start: cpeel_face_models(), count: cpeel_face_models_size))
  }
}
