import Testing

@testable import PeelImaging
@testable import PeelInference

/// How faces become the scores of frames.
struct FaceRankingTests {
  private func face(
    x: Double = 100, size: Double = 100, sharpness: Double = 0.1, light: Double = 1, eyes: Double = 1,
    expression: Double = 1, pose: Double = 1, isMouthOpen: Bool = false
  ) -> Face {
    Face(
      box: Rectangle(x: x, y: 100, width: size, height: size),
      traits: FaceTraits(
        sharpness: sharpness, light: light, eyes: eyes, expression: expression, pose: pose, isBright: false,
        isMouthOpen: isMouthOpen))
  }

  private func ranking(_ frames: [[Face]]) -> FaceRanking {
    FaceRanking(frames, longSides: frames.map { _ in 1000 })
  }

  @Test func eachFaultIsNamed() {
    let frames = [
      [face()], [face(eyes: 0.1)], [face(sharpness: 0.04)], [face(light: 0.2)], [face(pose: 0.3)],
      [face(expression: 0.5, isMouthOpen: true)], [face(expression: 0.5)], [],
    ]
    let judged = ranking(frames).frames
    #expect(
      judged.map(\.fault) == [
        nil, .eyesShut, .blurred, .dark, .lookingAway, .mouthOpen, .expression, .noFace,
      ])
    #expect(judged[0].score == 1 && judged[7].score == 0)
    #expect(judged[1...6].allSatisfy { $0.score < 0.8 && $0.score > 0 })
  }

  /// Open eyes aren't called shut, nor a sharp face blurred, nor is the best frame's fault concealed.
  @Test func faultsAreTrue() {
    let judged = ranking([[face()], [face(eyes: 0.9)], [face(sharpness: 0.09)]]).frames
    #expect(judged.map(\.fault) == [nil, .eyesNarrow, .softer])
    #expect(ranking([[face(eyes: 0.05)]]).frames.map(\.fault) == [.eyesShut])
  }

  /// One blink counts, however good the others look, and a small face's blink counts less.
  @Test func theWeakestFaceCounts() {
    let frames = [
      [face(x: 100), face(x: 500)], [face(x: 100), face(x: 500, eyes: 0.1)],
    ]
    let whole = ranking(frames).frames.map(\.score)
    #expect(whole[0] == 1 && abs(whole[1] - 0.1) < 1e-9)
    let small = [
      [face(x: 100), face(x: 500, size: 50)], [face(x: 100), face(x: 500, size: 50, eyes: 0.1)],
    ]
    let scores = ranking(small).frames.map(\.score)
    #expect(scores[1] > 0.5 && scores[1] < 0.6)
  }

  /// A person is compared with himself: a soft face beside a sharp one isn't blurred if it never is sharper.
  @Test func personsAreComparedWithThemselves() {
    let frames = (0..<3).map { step in
      [face(x: 100 + 30 * Double(step), sharpness: 0.2), face(x: 500 - 30 * Double(step), sharpness: 0.05)]
    }
    let judged = ranking(frames).frames
    #expect(judged.allSatisfy { $0.faces.allSatisfy { $0.focus == 1 } })
    // The order in which a frame's faces are found doesn't matter.
    let turned = ranking([frames[0], frames[1].reversed(), frames[2]]).frames
    #expect(turned[1].faces.first { $0.face.traits.sharpness == 0.2 }?.person == turned[0].faces.first?.person)
    #expect(turned.allSatisfy { $0.faces.allSatisfy { $0.focus == 1 } })
  }

  /// A person whom most frames show is missed where a hand covers the face.
  @Test func hiddenFacesCount() {
    let pair = [face(x: 100), face(x: 500)]
    let judged = ranking([pair, pair, [face(x: 100)], pair]).frames
    #expect(judged[2].score == 0 && judged[2].fault == .hidden)
    // A person who walks past once isn't missed elsewhere.
    let passing = ranking([[face()], [face(), face(x: 600)], [face()]]).frames
    #expect(passing[0].score == 1 && passing[0].fault == nil)
  }

  /// An eye within a face is no face, but faces side by side are two.
  @Test func facesWithinFacesAreKnown() {
    let face = Rectangle(x: 0, y: 0, width: 100, height: 100)
    #expect(face.sharedPart(Rectangle(x: 60, y: 20, width: 20, height: 20)) == 1)
    #expect(face.sharedPart(Rectangle(x: 90, y: 0, width: 100, height: 100)) == 0.1)
    #expect(face.sharedPart(Rectangle(x: 200, y: 0, width: 100, height: 100)) == 0)
  }

  @Test func nothingToRank() {
    #expect(ranking([]).frames.isEmpty)
    #expect(ranking([[], []]).frames.map(\.fault) == [.noFace, .noFace])
  }
}
