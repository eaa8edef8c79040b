import GroveIdentity
import GroveSystem
import Testing

@testable import GroveCommands

@Suite struct AccessRenewalTextTests {
  private static func sentence(_ reason: AccessRenewal.Reason, isMine: Bool = false) throws
    -> String
  {
    let ben = AccountID(unchecked: [UInt8](repeating: 2, count: 32))
    let renewal = AccessRenewal(
      person: Recipient(account: ben, handle: "ben", name: "Ben"),
      collaboration: CollaborationKey(
        audience: try Origin("https://docs.example"),
        collaborationID: try CollaborationID("doc-1")),
      title: "Soup", conversationID: .zero, reason: reason, since: 7, isAlarmed: false)
    return AccessRenewalText(me: isMine ? ben : .zero).sentence(renewal)
  }

  @Test func `a terminal says of who has lost all devices that the new ones wait, as a page does`()
    throws
  {
    let said = " replaced all devices. The new ones wait to be let into “Soup”."
    #expect(
      try Self.sentence(.devicesReplaced)
        == "ben has\(said) Compare the safety number first if you doubt that it is them.")
    #expect(try Self.sentence(.devicesReplaced, isMine: true) == "You have\(said)")
    #expect(try Self.sentence(.deviceRemoved).hasPrefix("ben removed a device."))
  }
}
