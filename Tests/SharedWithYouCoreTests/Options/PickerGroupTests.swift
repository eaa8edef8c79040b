import Foundation
import SharedWithYouCore
import Testing

struct PickerGroupTests {
  static func option(_ identifier: String, selected: Bool = false) -> SWCollaborationOption {
    SWCollaborationOption(
      title: identifier.uppercased(), identifier: identifier, selected: selected)
  }

  static func picker(_ options: SWCollaborationOption...) -> SWCollaborationOptionsPickerGroup {
    SWCollaborationOptionsPickerGroup(identifier: "permission", options: options)
  }

  private func selected(_ group: SWCollaborationOptionsGroup) -> [String] {
    group.options.filter(\.isSelected).map(\.identifier)
  }

  @Test func `a picker selects its first option when none is selected`() {
    let picker = Self.picker(Self.option("write"), Self.option("read"))
    #expect(picker.selectedOptionIdentifier == "write")
    #expect(selected(picker) == ["write"])
  }

  @Test func `a picker keeps the option that was made selected, and only the first of several`() {
    let picker = Self.picker(
      Self.option("a"), Self.option("b", selected: true), Self.option("c", selected: true))
    #expect(picker.selectedOptionIdentifier == "b")
    #expect(selected(picker) == ["b"])
  }

  @Test func `selecting an option of a picker deselects the other`() {
    let picker = Self.picker(Self.option("write"), Self.option("read"))
    picker.options[1].isSelected = true
    #expect(selected(picker) == ["read"])
    #expect(picker.selectedOptionIdentifier == "read")
    picker.selectedOptionIdentifier = "write"
    #expect(!picker.options[1].isSelected && picker.options[0].isSelected)
  }

  @Test func `deselecting the chosen option of a picker changes nothing`() {
    let picker = Self.picker(Self.option("write"), Self.option("read"))
    picker.options[0].isSelected = false
    #expect(selected(picker) == ["write"])
  }

  @Test func `an identifier that no option has is not selected`() {
    let picker = Self.picker(Self.option("write"), Self.option("read"))
    picker.selectedOptionIdentifier = "delete"
    #expect(selected(picker) == ["write"])
  }

  @Test func `an option put into a picker twice is selected once`() {
    let option = Self.option("a")
    #expect(selected(Self.picker(option, option)) == ["a"])
  }

  @Test func `an option put into a second picker leaves both with exactly one`() {
    let shared = Self.option("shared")
    let first = Self.picker(Self.option("a"), shared)
    let second = Self.picker(Self.option("b"), shared)
    shared.isSelected = true
    #expect(selected(first) == ["shared"] && selected(second) == ["b"])
    second.selectedOptionIdentifier = "shared"
    first.selectedOptionIdentifier = "a"
    #expect(selected(first) == ["a"] && selected(second) == ["shared"])
  }

  @Test func `an option that outlives its picker keeps what it was, and is free again`() {
    let option = Self.option("b")
    do {
      let picker = Self.picker(Self.option("a"), option)
      option.isSelected = true
      #expect(picker.selectedOptionIdentifier == "b")
    }
    #expect(option.isSelected)
    option.isSelected = false
    #expect(!option.isSelected)
  }

  @Test func `a picker that loses its chosen option selects another`() {
    let picker = Self.picker(Self.option("a"), Self.option("b"))
    let gone = picker.options[0]
    picker.options = [picker.options[1], Self.option("c")]
    #expect(selected(picker) == ["b"])
    #expect(gone.isSelected, "it keeps what it was, as an option of its own")
    gone.isSelected = false
    #expect(!gone.isSelected && selected(picker) == ["b"])
  }

  @Test func `a picker that gets more options keeps its choice`() {
    let picker = Self.picker(Self.option("a"), Self.option("b"))
    picker.options[1].isSelected = true
    picker.options.append(Self.option("c", selected: true))
    #expect(selected(picker) == ["b"])
  }

  @Test func `options with one identifier are still selected one at a time`() {
    let picker = Self.picker(Self.option("same"), Self.option("same"))
    picker.options[1].isSelected = true
    #expect(picker.options.map(\.isSelected) == [false, true])
  }

  @Test func `a picker without options has no choice`() {
    let picker = Self.picker()
    #expect(picker.selectedOptionIdentifier.isEmpty)
    picker.options = [Self.option("late")]
    #expect(picker.selectedOptionIdentifier == "late")
  }

  @Test func `switches are independent`() {
    let group = SWCollaborationOptionsGroup(
      identifier: "more", options: [Self.option("a"), Self.option("b")])
    group.options[0].isSelected = true
    group.options[1].isSelected = true
    group.options[0].isSelected = false
    #expect(selected(group) == ["b"])
  }

  @Test func `a copy of a picker is chosen in by itself`() throws {
    let picker = Self.picker(Self.option("a"), Self.option("b"))
    picker.title = "Permission"
    picker.footer = "Who may change it"
    picker.selectedOptionIdentifier = "b"
    let copy = try #require(picker.copy() as? SWCollaborationOptionsPickerGroup)
    #expect(copy == picker && copy.hash == picker.hash)
    copy.options[0].isSelected = true
    #expect(selected(picker) == ["b"] && selected(copy) == ["a"])
    #expect(copy != picker)
  }

  @Test func `a picker is not equal to switches with the same options`() {
    let switches = SWCollaborationOptionsGroup(
      identifier: "permission", options: [Self.option("a", selected: true)])
    #expect(Self.picker(Self.option("a")) != switches)
    #expect(switches != Self.picker(Self.option("a")))
  }

  @Test func `exactly one option is selected while many threads choose`() async {
    let picker = Self.picker(Self.option("a"), Self.option("b"), Self.option("c"))
    await withTaskGroup(of: Void.self) { group in
      for index in 0..<8 {
        group.addTask {
          for turn in 0..<500 { picker.options[(index + turn) % 3].isSelected = true }
        }
      }
    }
    #expect(selected(picker).count == 1)
  }
}
