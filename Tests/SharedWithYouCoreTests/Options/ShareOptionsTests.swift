import Foundation
import GroveSystem
import SharedWithYouCore
import Testing

struct ShareOptionsTests {
  private func options() -> SWCollaborationShareOptions {
    let picker = PickerGroupTests.picker(
      PickerGroupTests.option("write"), PickerGroupTests.option("read"))
    picker.title = "Permission"
    let more = SWCollaborationOptionsGroup(
      identifier: "more",
      options: [
        SWCollaborationOption(
          title: "Comments", identifier: "comments", subtitle: "below the text", selected: true),
        SWCollaborationOption(
          title: "Mentions", identifier: "mentions", requiredOptionsIdentifiers: ["comments"]),
      ])
    more.footer = "What they may do"
    return SWCollaborationShareOptions(optionsGroups: [picker, more], summary: "Can edit")
  }

  @Test func `share options without a summary have the default one`() {
    #expect(SWCollaborationShareOptions(optionsGroups: []).summary == "Share Options")
  }

  @Test func `options survive an archive, pickers as pickers`() throws {
    let options = options()
    let copy = try archived(options)
    #expect(copy == options)
    #expect(copy.optionsGroups.map { $0 is SWCollaborationOptionsPickerGroup } == [true, false])
    #expect(copy.selectedOptionsIdentifiers == ["write", "comments"])
    copy.optionsGroups[0].options[1].isSelected = true
    #expect(copy.selectedOptionsIdentifiers == ["read", "comments"])
  }

  @Test func `the messenger is told everything the app said about its options`() throws {
    let system = try options().systemOptions()
    #expect(system.summary == "Can edit")
    #expect(system.groups.map(\.kind) == [.picker, .switches])
    #expect(system.groups.map(\.title) == ["Permission", ""])
    #expect(system.groups.map(\.footer) == ["", "What they may do"])
    #expect(system.selectedIdentifiers == ["write", "comments"])
    #expect(system.option("comments")?.subtitle == "below the text")
    #expect(system.option("mentions")?.requiredOptionsIdentifiers == ["comments"])
  }

  @Test func `the app is told what the person chose, and the line that says so`() throws {
    var system = try options().systemOptions()
    #expect(system.set("read", selected: true) == nil)
    #expect(system.set("mentions", selected: true) == nil)
    let chosen = SWCollaborationShareOptions(system)
    #expect(chosen.selectedOptionsIdentifiers == ["read", "comments", "mentions"])
    #expect(chosen.summary == "READ, Comments, Mentions")
    #expect(chosen.optionsGroups[0] is SWCollaborationOptionsPickerGroup)
  }

  @Test func `groups without options are no obstacle`() throws {
    let options = SWCollaborationShareOptions(optionsGroups: [
      PickerGroupTests.picker(), SWCollaborationOptionsGroup(identifier: "more", options: []),
      PickerGroupTests.picker(PickerGroupTests.option("a")),
    ])
    #expect(try options.systemOptions().selectedIdentifiers == ["a"])
  }

  @Test func `options with one identifier twice are not told`() {
    let twice = SWCollaborationShareOptions(
      optionsGroups: [PickerGroupTests.picker(PickerGroupTests.option("a"))] + [
        SWCollaborationOptionsGroup(
          identifier: "more", options: [PickerGroupTests.option("a")])
      ])
    #expect(throws: CollaborationOptionsProblem.duplicateIdentifier("a")) {
      try twice.systemOptions()
    }
  }
}
