import CPeelKernels
import Foundation
import PeelKernels
import Testing

@testable import PeelImaging

/// The detector's kernels with the machine's widest vectors, compared with their definitions and with plain C.
@Suite struct EdgeKernelTests {
  /// Edge points as the kernel writes them.
  private struct Edges: Equatable {
    var edgels: [Float]
    var strengths: [Float]
    var columns: [UInt16]
    var channels: [UInt8]
    var marks: [Int8]

    init(room count: Int, _ kernel: (CKernelEdges) -> Int32) {
      edgels = Array(repeating: 77, count: 4 * count + 1)
      strengths = Array(repeating: 77, count: count + 1)
      columns = Array(repeating: 77, count: count + 1)
      channels = Array(repeating: 77, count: count + 1)
      marks = Array(repeating: 77, count: 4 * count + 1)
      let found = unsafe edgels.withUnsafeMutableBufferPointer { edgels in
        unsafe strengths.withUnsafeMutableBufferPointer { strengths in
          unsafe columns.withUnsafeMutableBufferPointer { columns in
            unsafe channels.withUnsafeMutableBufferPointer { channels in
              unsafe marks.withUnsafeMutableBufferPointer { marks in
                unsafe Int(
                  kernel(
                    CKernelEdges(
                      edgels: edgels.baseAddress, strengths: strengths.baseAddress, columns: columns.baseAddress,
                      channels: channels.baseAddress, marks: marks.baseAddress)))
              }
            }
          }
        }
      }
      // Nothing is written beyond the end.
      #expect(edgels.last == 77 && strengths.last == 77 && channels.last == 77 && marks.last == 77)
      #expect(columns.last == 77)
      edgels.removeLast(edgels.count - 4 * found)
      strengths.removeLast(strengths.count - found)
      columns.removeLast(columns.count - found)
      channels.removeLast(channels.count - found)
      marks.removeLast(marks.count - 4 * found)
    }
  }

  /// Includes rows longer than the kernel's block.
  @Test(arguments: [3, 40, 258, 600]) func `edge points are those of the definition`(_ count: Int) {
    var numbers = Numbers(seed: 3)
    // Whole numbers, so that some lengths are equal.
    func parts() -> [Float] { (0..<count).map { _ in Float(Int(numbers.next() % 13) - 6) } }
    let (xs, ys) = ([parts(), parts(), parts()], [parts(), parts(), parts()])
    let squares = zip(xs, ys).map { zip($0, $1).map { $0 * $0 + $1 * $1 } }
    let leading = (0..<count).map { Float($0 % 3) }
    let limit: Float = 9
    func edges(_ kernel: (CKernelGradients, Int32, Float, CKernelEdges) -> Int32) -> Edges {
      unsafe Edges(room: count) { edges in
        unsafe xs[1].withUnsafeBufferPointer { x in
          unsafe ys[1].withUnsafeBufferPointer { y in
            unsafe squares[0].withUnsafeBufferPointer { above in
              unsafe squares[1].withUnsafeBufferPointer { here in
                unsafe squares[2].withUnsafeBufferPointer { below in
                  unsafe leading.withUnsafeBufferPointer { channels in
                    unsafe kernel(
                      CKernelGradients(
                        x: x.baseAddress, y: y.baseAddress, above: above.baseAddress, here: here.baseAddress,
                        below: below.baseAddress, channels: channels.baseAddress, row: 5), Int32(count), limit, edges)
                  }
                }
              }
            }
          }
        }
      }
    }
    let wide = unsafe edges { unsafe ckernel_edges($0, $1, $2, $3) }
    let plain = unsafe edges { unsafe ckernel_edges_plain($0, $1, $2, $3) }
    #expect(wide == plain)
    var k = 0
    for i in 1..<count - 1 {
      let (x, y) = (xs[1][i], ys[1][i])
      let steep = 1 + Float(2).squareRoot()
      // The neighbour ahead along the gradient, and the one behind.
      let (across, down) =
        abs(x) > steep * abs(y) ? (1, 0) : abs(y) > steep * abs(x) ? (0, 1) : x * y > 0 ? (1, 1) : (1, -1)
      let (behind, here, ahead) = (squares[1 - down][i - across], squares[1][i], squares[1 + down][i + across])
      guard here >= limit, here > behind, here >= ahead else { continue }
      guard k < wide.columns.count, wide.columns[k] == UInt16(i) else {
        Issue.record("no edge point at \(i)")
        return
      }
      // The vertex of the parabola through the three lengths.
      let (b, m, a) = (behind.squareRoot(), here.squareRoot(), ahead.squareRoot())
      let shift = b - 2 * m + a < 0 ? max(-0.5, min(0.5, 0.5 * (b - a) / (b - 2 * m + a))) : 0
      let right = [
        Float(i) + 0.5 + shift * Float(across), 5.5 + shift * Float(down), x / m, y / m,
      ]
      #expect(zip(right, wide.edgels[4 * k..<4 * k + 4]).allSatisfy { abs($0 - $1) < 1e-4 })
      #expect(wide.strengths[k] == m && wide.channels[k] == UInt8(i % 3))
      let marks = [
        128 * shift * Float(across), 128 * shift * Float(down), 127 * x / m, 127 * y / m,
      ]
      #expect(zip(marks, wide.marks[4 * k..<4 * k + 4]).allSatisfy { abs($0 - Float($1)) < 0.51 })
      k += 1
    }
    #expect(k == wide.columns.count)
  }

  private static let frame = CKernelFrame(
    // A rectangle at (100, 50), 200 wide and 160 high.
    map: (1 / 200, 0, -0.5, 0, 1 / 160, -50 / 160, 0, 0, 1), across: (0, -1, 0, 1), down: (1, 0, -1, 0), depth: 0.4,
    least: 30)

  /// The marks for edges with a position, a direction and a strength.
  private static func marks(
    of edges: [(x: Float, y: Float, nx: Float, ny: Float, strength: Float)], in frame: CKernelFrame = frame
  ) -> [UInt64] {
    var marks = [UInt64](repeating: 0, count: 320)
    var frame = frame
    unsafe ckernel_frame(
      edges.flatMap { [$0.x, $0.y, $0.nx, $0.ny] }, edges.map(\.strength), Array(0..<Int32(edges.count)),
      Int32(edges.count), &frame, &marks)
    return marks
  }

  @Test func `an edge in a frame is marked beside its side, and nowhere else`() {
    // A quarter along the top, and a fifth of the height below it.
    #expect(Self.marks(of: [(150, 82.4, 0, -1, 20)]).firstIndex { $0 != 0 } == 40)
    #expect(Self.marks(of: [(150, 82.4, 0, -1, 20)])[40] == 1 << 8)
    #expect(Self.marks(of: [(150, 82.4, 0.3, 0.954, 40)])[40] == (1 | 1 << 32) << 8)
    // The sides count clockwise: the right one downwards, the bottom to the left, the left one upwards.
    #expect(Self.marks(of: [(279, 171, 1, 0, 9)])[80 + 21] == 1 << 24)
    #expect(Self.marks(of: [(150, 209.5, 0, 1, 9)])[160] == 1 << 24)
    #expect(Self.marks(of: [(100.5, 171, 1, 0, 9)])[240] == 1 << 7)
    // A rounding error before the end of the deepest depth.
    var square = Self.frame
    square.map = (1, 0, 0, 0, 1, 0, 0, 0, 1)
    let deepest = Float(0.4).nextDown
    #expect(Self.marks(of: [(0.01, deepest, 0, 1, 9)], in: square)[79] == 1)
    #expect(Self.marks(of: [(deepest, 0.99, 1, 0, 9)], in: square)[240 + 79] == 1)
    #expect(Self.marks(of: [(0.01, 0.4, 0, 1, 9)], in: square).allSatisfy { $0 == 0 })
    // An edge across a corner's diagonal counts on neither side, nor do edges outside or in the middle.
    let nowhere: [(Float, Float, Float, Float, Float)] = [
      (110, 60, 0.7, 0.7, 99), (99, 100, 1, 0, 99), (301, 100, 1, 0, 99), (150, 49, 0, 1, 99), (150, 211, 0, 1, 99),
      (200, 130, 0, 1, 99), (.nan, 60, 0, 1, 99), (150, .infinity, 0, 1, 99),
    ]
    for edge in nowhere { #expect(Self.marks(of: [edge]).allSatisfy { $0 == 0 }, "\(edge)") }
  }

  @Test(arguments: [1, 7, 8, 9, 128, 129, 1000]) func `frame marks are the same on any machine`(_ count: Int) {
    var numbers = Numbers(seed: UInt64(count))
    func number(_ range: ClosedRange<Float>) -> Float { Float.random(in: range, using: &numbers) }
    let edgels = (0..<200).flatMap { _ -> [Float] in
      let turn = number(0...(2 * .pi))
      return [number(80...320), number(30...230), cos(turn), sin(turn)]
    }
    let strengths = (0..<200).map { _ in number(0...60) }
    let chosen = (0..<count).map { _ in Int32.random(in: 0..<200, using: &numbers) }
    var (wide, plain) = ([UInt64](repeating: 0, count: 320), [UInt64](repeating: 0, count: 320))
    var frame = Self.frame
    // With perspective.
    (frame.map.6, frame.map.7) = (0.0004, -0.0007)
    unsafe ckernel_frame(edgels, strengths, chosen, Int32(count), &frame, &wide)
    unsafe ckernel_frame_plain(edgels, strengths, chosen, Int32(count), &frame, &plain)
    #expect(wide == plain)
    #expect(count < 128 || wide.count { $0 != 0 } > 20)
  }
}
