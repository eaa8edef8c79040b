import GroveSystem
import Testing

@testable import MessengerDomain

struct CollaborationShareOptionsTests {
  static let permission = CollaborationOptionsGroup(
    identifier: "permission", kind: .picker, title: "Permission",
    options: [
      CollaborationOption(identifier: "readWrite", title: "Everyone can edit"),
      CollaborationOption(identifier: "readOnly", title: "Only you can edit"),
    ])
  static let extras = CollaborationOptionsGroup(
    identifier: "extras", kind: .switches, title: "More",
    options: [
      CollaborationOption(identifier: "comments", title: "Allow comments", isSelected: true),
      CollaborationOption(
        identifier: "mentions", title: "Allow mentions", isSelected: true,
        requiredOptionsIdentifiers: ["comments"]),
      CollaborationOption(
        identifier: "everyone", title: "Mention everyone",
        requiredOptionsIdentifiers: ["comments", "mentions"]),
    ])

  func options() throws -> CollaborationShareOptions {
    try CollaborationShareOptions(groups: [Self.permission, Self.extras], summary: "Editors")
  }

  @Test func `a picker has exactly one selected option, the first unless the app says otherwise`()
    throws
  {
    var options = try options()
    #expect(options.groups[0].selectedOptionIdentifier == "readWrite")
    #expect(options.set("readOnly", selected: true) == nil)
    #expect(options.groups[0].options.filter(\.isSelected).map(\.identifier) == ["readOnly"])
  }

  @Test func `a picker's option cannot be switched off, only another chosen`() throws {
    var options = try options()
    let before = options
    #expect(options.set("readWrite", selected: false) == .pickerNeedsOne)
    #expect(options == before)
  }

  @Test func `of several options an app marks in a picker the first is taken`() throws {
    let group = CollaborationOptionsGroup(
      identifier: "p", kind: .picker,
      options: ["a", "b", "c"].map {
        CollaborationOption(identifier: $0, title: $0, isSelected: $0 != "a")
      })
    let options = try CollaborationShareOptions(groups: [group])
    #expect(options.selectedIdentifiers == ["b"])
  }

  @Test func `a dependent option is disabled with the titles of what is missing`() throws {
    var options = try options()
    #expect(options.state(of: "everyone") == .enabled)
    #expect(options.set("comments", selected: false) == nil)
    #expect(
      options.state(of: "everyone") == .disabled(requires: ["Allow comments", "Allow mentions"]))
    #expect(options.state(of: "mentions") == .disabled(requires: ["Allow comments"]))
    let before = options
    #expect(
      options.set("mentions", selected: true) == .disabled(requires: ["Allow comments"]))
    #expect(options == before)
  }

  @Test func `switching off a requirement switches off everything that needed it`() throws {
    var options = try options()
    #expect(options.set("everyone", selected: true) == nil)
    #expect(options.set("comments", selected: false) == nil)
    #expect(options.selectedIdentifiers == ["readWrite"])
  }

  @Test func `a picker moves on when its value loses what it requires`() throws {
    var options = try CollaborationShareOptions(groups: [
      CollaborationOptionsGroup(
        identifier: "s", kind: .switches,
        options: [CollaborationOption(identifier: "on", title: "On", isSelected: true)]),
      CollaborationOptionsGroup(
        identifier: "p", kind: .picker,
        options: [
          CollaborationOption(
            identifier: "needs", title: "Needs", requiredOptionsIdentifiers: ["on"]),
          CollaborationOption(identifier: "free", title: "Free"),
        ]),
    ])
    #expect(options.groups[1].selectedOptionIdentifier == "needs")
    #expect(options.set("on", selected: false) == nil)
    #expect(options.groups[1].selectedOptionIdentifier == "free")
  }

  @Test func `an app's selection that breaks its own requirement is settled`() throws {
    let group = CollaborationOptionsGroup(
      identifier: "s", kind: .switches,
      options: [
        CollaborationOption(identifier: "a", title: "A"),
        CollaborationOption(
          identifier: "b", title: "B", isSelected: true, requiredOptionsIdentifiers: ["a"]),
      ])
    #expect(try CollaborationShareOptions(groups: [group]).selectedIdentifiers.isEmpty)
  }

  @Test func `options that could never be shown truthfully are refused`() {
    func problem(_ groups: [CollaborationOptionsGroup]) -> CollaborationOptionsProblem? {
      do throws(CollaborationOptionsProblem) {
        _ = try CollaborationShareOptions(groups: groups)
        return nil
      } catch { return error }
    }
    func switches(_ options: [CollaborationOption]) -> [CollaborationOptionsGroup] {
      [CollaborationOptionsGroup(identifier: "s", kind: .switches, options: options)]
    }
    func option(_ identifier: String, _ requires: String...) -> CollaborationOption {
      CollaborationOption(
        identifier: identifier, title: identifier, requiredOptionsIdentifiers: requires)
    }
    #expect(problem(switches([option("a"), option("a")])) == .duplicateIdentifier("a"))
    #expect(problem(switches([option("")])) == .emptyIdentifier)
    #expect(problem(switches([option("a", "x")])) == .unknownRequirement("a"))
    #expect(problem(switches([option("a", "a")])) == .circularRequirement("a"))
    #expect(
      problem(switches([option("a", "b"), option("b", "c"), option("c", "a")]))
        == .circularRequirement("a"))
    let empty = CollaborationOptionsGroup(identifier: "p", kind: .picker, options: [])
    #expect(problem([empty]) == .emptyPicker("p"))
  }

  @Test func `the summary is the app's until the person chooses otherwise, and again after`() throws
  {
    var options = try options()
    #expect(options.summary == "Editors")
    #expect(options.set("readOnly", selected: true) == nil)
    #expect(options.summary == "Only you can edit, Allow comments, Allow mentions")
    #expect(options.set("readWrite", selected: true) == nil)
    #expect(options.summary == "Editors")
  }

  @Test func `an unknown option changes nothing`() throws {
    var options = try options()
    #expect(options.set("nothing", selected: true) == .unknownOption)
    #expect(options.state(of: "nothing") == nil)
  }
}
