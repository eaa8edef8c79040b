import GroveIdentity
import GroveWire
import Testing

@testable import GroveDrive

struct DriveShareDeskTests {
  private static func id(_ number: Int) -> RequestID {
    RequestID(unchecked: (0..<16).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) })
  }

  @Test func `of 256 messages the oldest is forgotten`() {
    let desk = DriveShareDesk()
    for number in 0...DriveShareDesk.most { desk.remember(.notShared, of: Self.id(number)) }
    #expect(desk.before(Self.id(0)) == nil)
    #expect(desk.before(Self.id(1)) == .notShared && desk.before(Self.id(256)) == .notShared)
  }

  @Test func `how a file was shared before the first try is what counts`() {
    let desk = DriveShareDesk()
    let terms = DriveShareTerms(who: .link, access: .readOnly)
    desk.remember(.notShared, of: Self.id(1))
    desk.remember(.shared(terms), of: Self.id(1))
    #expect(desk.before(Self.id(1)) == .notShared)
    desk.forget(Self.id(1))
    #expect(desk.before(Self.id(1)) == nil)
  }
}
