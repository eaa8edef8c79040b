import Testing

@testable import GroveCommands

@Suite struct DocumentPeopleTextTests {
  private static func sentence(
    _ joined: [String] = [], invited: [String] = [], guests: [String] = [], isTold: Bool = true
  ) -> String? {
    DocumentPeopleText(
      joined: joined, invited: invited, guests: guests, isTold: isTold, host: "docs.example"
    ).sentence
  }

  @Test func `a terminal says who is in a document as a card does`() {
    #expect(Self.sentence(invited: ["Ann"], isTold: false) == "Shared with Ann")
    #expect(Self.sentence(isTold: false) == nil)
    #expect(Self.sentence() == "Only you are in it")
    #expect(Self.sentence(invited: ["Ann"]) == "Only you are in it. Ann can open it")
    #expect(
      Self.sentence(["Ann"], invited: ["Bob", "Carol"])
        == "In it: Ann and you. Bob and Carol can open it")
    #expect(Self.sentence(["a", "b", "c", "d"]) == "In it: a, b and 3 others")
  }

  private static let note = "A guest’s name is what they call themselves at docs.example"

  @Test func `whom only the app calls so is named with whose word it is`() {
    #expect(
      Self.sentence(["Ann"], guests: ["Eve"])
        == "In it: Ann, Eve (guest) and you. \(Self.note)")
    #expect(
      Self.sentence(invited: ["Eve"], guests: ["Eve"])
        == "In it: Eve (guest) and you. \(Self.note)")
    #expect(
      Self.sentence(guests: ["Eve", "Zoe"], isTold: false)
        == "Shared with Eve (guest) and Zoe (guest). \(Self.note)")
  }
}
