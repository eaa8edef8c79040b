import Foundation
import GroveSystem
import SharedWithYouCore
import SharingUI
import Synchronization
import Testing

/// A share in memory, managed by typed lines.
private final class ManagedSample: GroveManagedShare {
  private struct State {
    var people: [GroveShareState.Person]
    var options: CollaborationShareOptions
    var isStopped = false
  }
  private let state: Mutex<State>
  let isOwn: Bool

  init(isOwn: Bool = true) throws {
    self.isOwn = isOwn
    state = Mutex(
      State(
        people: [
          .init(id: "owner", name: "Ann", isOwner: true, isYou: isOwn, isReadOnly: false),
          .init(id: "1", name: "Ben", isOwner: false, isYou: !isOwn, isReadOnly: false),
          .init(id: "2", name: nil, isOwner: false, isYou: false, isReadOnly: false),
        ],
        options: try CollaborationShareOptions(groups: [
          CollaborationOptionsGroup(
            identifier: "access", kind: .picker, title: "Who can access",
            options: [
              CollaborationOption(
                identifier: "invited", title: "Only people you invite", isSelected: true),
              CollaborationOption(identifier: "link", title: "Anyone with the link"),
            ])
        ])))
  }

  var isStopped: Bool { state.withLock(\.isStopped) }
  var chosen: [String] { state.withLock(\.options.selectedIdentifiers) }

  func look() async throws(GroveShareProblem) -> GroveShareState {
    let (people, options) = state.withLock { ($0.people, $0.options) }
    return GroveShareState(
      title: "Bread", link: URL(string: "https://docs.example/d/1"), isOwn: isOwn, people: people,
      options: isOwn ? options : nil)
  }
  func choose(_ options: CollaborationShareOptions) async throws(GroveShareProblem)
    -> GroveShareState
  {
    state.withLock { $0.options = options }
    return try await look()
  }
  func remove(_ person: GroveShareState.Person) async throws(GroveShareProblem)
    -> GroveShareState
  {
    guard person.id == "1" else { throw GroveShareProblem("The server did not answer.") }
    state.withLock { $0.people.removeAll { $0.id == person.id } }
    return try await look()
  }
  func stop() async throws(GroveShareProblem) { state.withLock { $0.isStopped = true } }
}

struct TerminalManageTests {
  private func manage(_ share: ManagedSample, _ lines: String...) async -> (ManageResult, String) {
    let terminal = ScriptedTerminal(lines)
    let result = await TerminalSharePresenter(channel: terminal).manage(share)
    return (result, terminal.written)
  }

  @Test func `people and options are shown, and typed lines change them`() async throws {
    let share = try ManagedSample()
    let (result, written) = await manage(share, "2", "remove b", "done")
    #expect(result == .done && share.chosen == ["link"])
    for text in [
      "Bread", "https://docs.example/d/1", "a Ann (you) · owner", "b Ben · can make changes",
      "c Somebody who has not opened it yet", "1 ● Only people you invite",
      "Ben has no access any more.", "Done.",
    ] {
      #expect(written.contains(text), "\(text) is missing in:\n\(written)")
    }
    #expect(try await share.look().people.map(\.name) == ["Ann", nil])
  }

  @Test func `sharing is stopped only by somebody who says yes`() async throws {
    let share = try ManagedSample()
    #expect(await manage(share, "stop", "no", "done").0 == .done)
    #expect(!share.isStopped)
    let (result, written) = await manage(share, "stop", "yes")
    #expect(result == .stopped && share.isStopped)
    #expect(written.contains("Type yes to stop sharing."))
    #expect(written.contains("This is not shared any more."))
  }

  @Test func `what is refused or not understood changes nothing and is said`() async throws {
    let share = try ManagedSample()
    let (result, written) = await manage(
      share, "7", "remove a", "remove z", "remove c", "1", "what", "q")
    #expect(result == .done && share.chosen == ["invited"])
    for text in [
      "There is no option 7.", "That is the owner.", "There is nobody at z.",
      "The server did not answer.", "It is so already.", "That is not understood.",
    ] {
      #expect(written.contains(text), "\(text) is missing in:\n\(written)")
    }
  }

  @Test func `a participant sees who takes part, and can leave and no more`() async throws {
    let share = try ManagedSample(isOwn: false)
    let (result, written) = await manage(share, "1", "remove a", "stop", "leave", "yes")
    #expect(result == .stopped && share.isStopped)
    #expect(written.contains("Only the owner removes people."))
    #expect(!written.contains("Who can access"))
    #expect(written.contains("You have left it."))
  }
}
