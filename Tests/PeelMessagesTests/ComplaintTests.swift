import PeelFiles
import PeelMessages
import PeelOutput
import PeelScanning
import Testing

@Suite struct ComplaintTests {
  @Test func workbenchAdviceNamesNoOptions() {
    let error = FileError(.diskFull, Path("out/a-1.jpg"), reason: "no space left on device")
    let complaint = Complaint(.scan(photo: Path("a.jpg"), .file(error)))
    #expect(
      complaint.atDesk == "a.jpg: out/a-1.jpg: cannot be written because the disk is full: no space left on device; "
        + "free some space, then try again")
    #expect(complaint.reason.hasSuffix("free some space, then run the same command again"))
    #expect(
      Complaint(FileError(.missing, Path("a.jpg"))).atDesk
        == "a.jpg: there is no such file; bring it back, then try again")
  }
}
