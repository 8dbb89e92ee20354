/// The greatest number within a window, for each channel.
struct Greatest: Sendable {
  let shapes: WindowedShapes
  let input: Int
  let output: Int

  @unsafe
  func run(_ memory: UnsafeMutableBufferPointer<Float>) {
    let channels = shapes.channels
    for y in 0..<shapes.outputHeight {
      let rows = shapes.rows(y)
      for x in 0..<shapes.outputWidth {
        let columns = shapes.columns(x)
        let result = output + (y * shapes.outputWidth + x) * channels
        for channel in 0..<channels { unsafe memory[result + channel] = -.infinity }
        for row in rows {
          for column in columns {
            let place = (y * shapes.stepY - shapes.beforeY + row) * shapes.width + x * shapes.stepX - shapes.beforeX
            let pixel = input + (place + column) * channels
            for channel in 0..<channels {
              unsafe memory[result + channel] = max(unsafe memory[result + channel], unsafe memory[pixel + channel])
            }
          }
        }
      }
    }
  }
}
