package import PeelFiles

/// Delivers a file that a person named, or that is noted nowhere.
///
/// A file that holds these bytes already counts as delivered.
///
/// - Parameters:
///   - inputs: the photos of the run, none of which is ever replaced.
///   - makesFolder: makes its folder if it is missing.
///   - force: whether a file that may be replaced is.
///   - isDryRun: only looks whether all that can be done.
///   - mayReplace: whether the file that has the name may be replaced: peel made it, and it is unchanged.
/// - Throws: `isPhoto`, or `taken` for a file that may not be replaced, or `exists` for one that may.
package func deliver(
  _ bytes: [UInt8], to file: Path, sparing inputs: InputFiles, makesFolder: Bool = true, replacing force: Bool = false,
  isDryRun: Bool = false, if mayReplace: () -> Bool = { false }
) throws(OutputError) {
  if inputs.contains(file) { throw .isPhoto(file) }
  try mapping(OutputError.file) { () throws(FileError) in
    if isDryRun { try checkFolder(file.folder) } else if makesFolder { try prepareFolder(file.folder) }
  }
  let isThere = exists(file)
  if isThere, !holds(file, bytes) {
    if !mayReplace() { throw .taken(file) }
    if !force { throw .file(FileError(.exists, file)) }
  }
  if isDryRun { return }
  let replaces = isThere && force
  do throws(FileError) {
    // Writing takes a while, in which the file may be edited, or another one put in its place.
    try writeWhole(bytes, to: file, force: replaces) { !replaces || !exists(file) || mayReplace() }
  } catch {
    // It appeared meanwhile.
    throw error.fault == .exists ? .taken(file) : .file(error)
  }
}
