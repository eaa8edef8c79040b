import GroveIdentity
import SharingUI
import Testing

@testable import GroveCommands

struct SharedLinkTests {
  @Test func `a link names its audience and its collaboration; the fragment is not part of it`()
    throws
  {
    let link = try SharedLink("https://docs.example/d/abc%2Fd#collab-messenger=https://msg.example")
    #expect(link.audience.text == "https://docs.example")
    #expect(link.collaborationID.text == "abc/d")
    #expect(link.text == "https://docs.example/d/abc%2Fd")
  }

  @Test(arguments: [
    "", "https://docs.example", "https://docs.example/d/", "https://docs.example/x/abc",
    "http://docs.example/d/abc", "javascript:alert(1)", "https://docs.example/d/%zz",
  ])
  func `any other address is no link of the app`(text: String) {
    #expect(throws: CommandFailure.self) { try SharedLink(text) }
  }
}
