internal import CPeelModels

/// The models that are part of the program.
package enum EmbeddedModels {
  /// The detector's model, as `peel-lab fit` writes it: a view of the program's own bytes.
  package static var detector: Span<UInt8> {
    @_lifetime(immortal)
    get {
      let model = unsafe Span(_unsafeStart: cpeel_detector_model(), count: cpeel_detector_model_size)
      return unsafe _overrideLifetime(model, copying: ())
    }
  }

  /// A copy of the face models: a ZIP archive.
  package static var faces: [UInt8] {
    unsafe Array(UnsafeBufferPointer(start: cpeel_face_models(), count: cpeel_face_models_size))
  }
}
