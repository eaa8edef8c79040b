import ArgumentParser
import GroveIdentity
import GroveSystem
import Messenger
import SharingUI

/// Lets devices in that people added after something was shared with them.
struct LetInCommand: PersonCommand {
  static let configuration = CommandConfiguration(
    commandName: "let-in",
    abstract: "Show whose new devices cannot open what you shared with them; let them in.",
    discussion: """
      A device that somebody adds after you shared a document cannot open it before you let it in. \
      What they have open on their other devices stays open. A device they removed is shut out \
      without being asked about; where that has not happened yet it is shown here, too.

      With --by-itself new devices are let in as soon as this device hears of them: in “grove agent” \
      at once, otherwise with the next command. Never where somebody's devices do not fit together: \
      you are asked about those, see “grove message alarms”.

      EXAMPLE
        grove message let-in
        grove message let-in ben
        grove message let-in ben --document Soup
        grove message let-in --by-itself
      """)
  @OptionGroup var person: PersonOptions
  @Argument(help: "The handle of whose devices are let in; left out: show who waits.")
  var handle: String?
  @Option(help: ArgumentHelp("Into this document only.", valueName: "TITLE"))
  var document: String?
  @Flag(help: "Let new devices in by themselves from now on, and those that wait.")
  var byItself = false
  @Flag(help: "Ask about each (what you begin with).") var ask = false
  @Flag(help: "Do not ask where somebody's devices do not fit together.") var yes = false

  func validate() throws {
    if byItself && ask { throw ValidationError("--by-itself and --ask contradict each other.") }
    if handle != nil && (byItself || ask) {
      throw ValidationError("--by-itself and --ask are about everybody; leave the handle out.")
    }
    if handle == nil && document != nil { throw ValidationError("Whose device? Give a handle.") }
  }

  func run(_ session: DeviceSession) async throws {
    let messenger = try await session.messenger()
    if byItself || ask { try await messenger.setLetsDevicesIn(byItself) }
    _ = try await messenger.sync()
    let renewals = try await messenger.accessRenewals()
    guard let handle else { return try await show(renewals, messenger) }
    let meant = renewals.filter {
      $0.person.handle == handle.lowercased() && (document == nil || $0.title == document)
    }
    guard !meant.isEmpty else { throw CommandFailure("No device of “\(handle)” waits.") }
    var done: Set<CollaborationKey> = []
    for renewal in meant where done.insert(renewal.collaboration).inserted {
      try await letIn(renewal, messenger)
    }
  }

  private func show(_ renewals: [AccessRenewal], _ messenger: Messenger) async throws {
    let text = AccessRenewalText(me: messenger.accountID)
    if renewals.isEmpty, !person.json { FlushedOutput.print("No device waits.") }
    for renewal in renewals {
      try person.print(
        text.row(renewal),
        TerminalText.safe("\(text.sentence(renewal))  \(text.command(renewal))"))
    }
    let letsIn = try await messenger.letsDevicesIn()
    try person.print(
      ["byItself": letsIn ? "yes" : "no"],
      letsIn
        ? "New devices are let in by themselves." : "You are asked about each new device.")
  }

  private func letIn(_ renewal: AccessRenewal, _ messenger: Messenger) async throws {
    if renewal.isAlarmed && !yes {
      let sentence = AccessRenewalText(me: messenger.accountID).sentence(renewal)
      guard await Question.ask(TerminalText.safe("\(sentence) Let it in?")) else {
        throw CommandFailure("Nothing was done.")
      }
    }
    let outcome = try await messenger.renewAccess(
      of: renewal.person.account, in: renewal.collaboration)
    let row = ["person": renewal.person.handle, "title": renewal.title]
    switch outcome {
    case .sent:
      try person.print(
        row.merging(["letIn": "yes"]) { $1 },
        TerminalText.safe(
          "\(renewal.person.handle) can open “\(renewal.title)” on the devices they have now."))
    case .waiting:
      try person.print(
        row.merging(["letIn": Queued.word]) { $1 }, "The relay is away; this is queued.")
    case .failed(let failure): throw CommandFailure(failure.sentence)
    case nil:
      throw CommandFailure(
        "“\(renewal.title)” is being changed, or \(renewal.person.handle) is no longer there.")
    }
  }
}
