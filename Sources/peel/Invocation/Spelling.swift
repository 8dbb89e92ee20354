/// A word that may be misspelt.
package struct Spelling {
  private let word: [Character]

  package init(_ word: String) { self.word = Array(word.lowercased()) }

  /// A mistake for each so many letters is likely; with more, the word is probably another one.
  private static let lettersForEachMistake = 3

  /// The word that is most probably meant; nil if none is like it.
  package func nearest(of words: [String]) -> String? {
    let most = max(1, word.count / Self.lettersForEachMistake)
    return words.map { (word: $0, mistakes: mistakes(from: Array($0))) }.filter { $0.mistakes <= most }
      .min { $0.mistakes < $1.mistakes }?.word
  }

  /// The least number of letters that are missing, added, replaced, or exchanged with their neighbour (the restricted
  /// Damerau–Levenshtein distance).
  func mistakes(from right: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for (row, letter) in word.enumerated() {
      var counts = [row + 1]
      for (column, other) in right.enumerated() {
        var least = min(last[column] + (letter == other ? 0 : 1), last[column + 1] + 1, counts[column] + 1)
        if row > 0, column > 0, letter == right[column - 1], word[row - 1] == other {
          least = min(least, beforeLast[column - 1] + 1)
        }
        counts.append(least)
      }
      (beforeLast, last) = (last, counts)
    }
    return last[right.count]
  }
}
