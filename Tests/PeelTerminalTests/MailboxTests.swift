import PeelPlatform
import Testing

@testable import PeelTerminal

struct MailboxTests {
  @Test func eventsAreKeptInOrderAndOutdatedOnesReplaced() {
    let mailbox = Mailbox<Int>()
    for number in [1, 20, 2, 21] { mailbox.post(number) }
    #expect(mailbox.post(22, replacing: { $0 >= 20 }) == 2)
    #expect(mailbox.empty() == [1, 2, 22])
    #expect(mailbox.empty().isEmpty)
  }

  @Test func postingRingsAndSignalsAreReturned() throws {
    let bell = try #require(Bell())
    let mailbox = Mailbox<Int>()
    mailbox.post(1)
    #expect(bell.signals().isEmpty)
    mailbox.attach(bell)
    mailbox.post(2)
    var number: UInt8 = 28
    _ = unsafe write(bell.writing, &number, 1)
    #expect(bell.signals() == [28])
    mailbox.attach(nil)
    #expect(mailbox.empty() == [1, 2])
  }
}
