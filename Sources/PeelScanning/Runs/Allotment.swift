internal import PeelCodecs
package import PeelFiles
package import PeelOutput

/// Gives each item of a run the stem of its scans' names.
///
/// A photo keeps the stem that it claimed in the folder, whatever it is called and wherever it is by now. Its digest tells
/// that a photo was moved. A photo whose metadata was changed in place keeps its stem too. A file with another picture is
/// another photo, even at the same path, because the first may still be somewhere. A stem that another photo has claimed is
/// never given away.
struct Allotment {
  private(set) var stems: [[UInt8]]

  private let items: [Item?]
  private let claims: Claims
  private let template: NameTemplate?
  private var taken: Set<NameFolding.Key> = []
  /// The patterns of the names that the template makes with the stems that are taken.
  private var patterns: Set<NameFolding.Key> = []
  private var isAllotted: [Bool]
  private let places: [PhotoPlace?]
  private var digests: [Digest?]
  /// The beginnings of names of scans that photos of the run have: those in the folder for scans.
  private let photosInTheWay: Set<NameFolding.Key>

  /// - Parameters:
  ///   - items: the items of the run; nil for photos that can't be read, which keep their position.
  ///   - known: the stems that photos have from another run's list.
  ///   - template: how scans are called; nil for stems with numbers.
  ///   - finished: what earlier runs did in the folder.
  init(to items: [Item?], known: [Path: [UInt8]], template: NameTemplate?, _ finished: FinishedScans) {
    self.items = items
    self.template = template
    claims = finished.claims
    let planned = ScanNames(
      of: items.map { $0?.photo ?? Path("") }, known: known, folding: finished.claims.folding)
    stems = planned.stems
    isAllotted = items.map { $0 == nil }
    places = items.map { $0.flatMap { PhotoPlace(of: $0.photo) } }
    digests = items.map { _ in nil }
    let home = PhotoPlace.path(of: finished.folder.appending("scan")).folder
    photosInTheWay =
      template == nil
      ? Set(
        places.compactMap { place -> NameFolding.Key? in
          guard let place, place.path.folder == home else { return nil }
          return ScanNames.stem(ofScanNamed: place.path.stemAndExtension.stem).map { finished.claims.folding($0) }
        }) : []
    allotUnchanged()
    allotMoved()
    allotChanged()
    allotPlanned(finished)
  }

  private var unallotted: [Int] { items.indices.filter { !isAllotted[$0] } }

  private mutating func allot(_ stem: [UInt8], to index: Int) {
    stems[index] = stem
    isAllotted[index] = true
    taken.insert(claims.folding(stem))
    if let pattern = pattern(stem, index) { patterns.insert(pattern) }
  }

  private func isTaken(_ stem: [UInt8]) -> Bool { taken.contains(claims.folding(stem)) }

  private func pattern(_ stem: [UInt8], _ index: Int) -> NameFolding.Key? {
    guard let template, let photo = items[index]?.photo else { return nil }
    return claims.folding(template.pattern(of: photo, stem: stem))
  }

  /// Whether a photo of the run has the name of a scan with the stem.
  private func isPhotos(_ stem: [UInt8]) -> Bool { photosInTheWay.contains(claims.folding(stem)) }

  /// Whether the names that the template makes with the stem are another photo's.
  private func isNameTaken(_ stem: [UInt8], _ index: Int) -> Bool {
    pattern(stem, index).map(patterns.contains) ?? false
  }

  /// Photos that are where they were. Files of the same size and time aren't read.
  private mutating func allotUnchanged() {
    for index in unallotted {
      guard let place = places[index] else {
        // It is never where it was, but its digest may be known.
        if items[index]?.photo == .standardInput { digests[index] = digest(of: .standardInput) }
        continue
      }
      let claim = claims.claim(ofPhotoAt: place.path)
      if claim?.file != place, claims.sizes.contains(place.size), let photo = items[index]?.photo {
        digests[index] = digest(of: photo)
      }
      guard let claim, claim.file == place || claim.photo == digests[index], !isTaken(claim.stem) else { continue }
      allot(claim.stem, to: index)
    }
  }

  /// Photos that were moved or renamed. A copy of a photo that is still in its place has a stem of its own.
  private mutating func allotMoved() {
    for index in unallotted {
      guard let digest = digests[index] else { continue }
      let claim = claims.claims(of: digest).first { claim in
        guard !isTaken(claim.stem) else { return false }
        guard let file = claim.file else { return places[index] == nil }
        return file.path == places[index]?.path || self.digest(of: file.path, size: file.size) != digest
      }
      if let claim { allot(claim.stem, to: index) }
    }
  }

  /// Photos whose metadata was changed in place.
  private mutating func allotChanged() {
    for index in unallotted {
      guard let place = places[index], let claim = claims.claim(ofPhotoAt: place.path), !isTaken(claim.stem) else {
        continue
      }
      if (try? photoBytes(at: place.path)).map({ Digest(pictureIn: $0) }) == claim.picture {
        allot(claim.stem, to: index)
      }
    }
  }

  /// Photos that are new to the folder. If the planned stem is another photo's, a number is added.
  private mutating func allotPlanned(_ finished: FinishedScans) {
    let waiting = unallotted
    if waiting.isEmpty { return }
    var displaced: [Int] = []
    let photosOfScans = finished.photosOfScans
    for index in waiting {
      // A template may have given the name to a scan of another photo.
      let isOthers = finished.firstScans(stems[index]).contains { scan in
        photosOfScans[Digest(scan.name)].map { $0 != items[index]?.photo.text } ?? false
      }
      let isFree =
        claims.claim(to: stems[index]) == nil && !isTaken(stems[index]) && !isOthers
        && !isNameTaken(stems[index], index) && !isPhotos(stems[index])
      if isFree { allot(stems[index], to: index) } else { displaced.append(index) }
    }
    for index in displaced {
      let free = ScanNames.numbered(stems[index]) { stem in
        stem != stems[index] && claims.claim(to: stem) == nil && !isTaken(stem) && !isNameTaken(stem, index)
          && !isPhotos(stem) && !finished.firstScans(stem).contains(where: exists)
      }
      allot(free, to: index)
    }
  }

  /// The digest of a file; nil if it can't be read, or hasn't the given size.
  private func digest(of file: Path, size: Int? = nil) -> Digest? {
    if let size, PhotoPlace(of: file)?.size != size { return nil }
    return try? PeelScanning.digest(ofFileAt: file)
  }
}

extension FinishedScans {
  /// The stem for each item of a run in the folder, all different.
  ///
  /// - Parameters:
  ///   - items: the items; nil for photos that can't be read, which keep their position.
  ///   - known: the stems that photos have from another run's list.
  ///   - template: how scans are called; nil for stems with numbers.
  package func stems(
    for items: [Item?], known: [Path: [UInt8]] = [:], template: NameTemplate? = nil
  ) -> [[UInt8]] {
    Allotment(to: items, known: known, template: template, self).stems
  }

  /// The stems that photos have if no other photo has claimed them.
  package func plannedStems(for photos: [Path], known: [Path: [UInt8]]) -> [Path: [UInt8]] {
    let names = ScanNames(of: photos, known: known, folding: claims.folding)
    return Dictionary(zip(photos, names.stems), uniquingKeysWith: { first, _ in first })
  }

  /// The paths that the first scan with a stem may have.
  fileprivate func firstScans(_ stem: [UInt8]) -> [Path] {
    ScanFile.Format.allCases.map { format in
      folder.appending(
        ScanNames.file(
          ScanNames.numbered(stem, 1), isPictureOfBoth: false, fileExtension: format.fileExtension))
    }
  }
}
