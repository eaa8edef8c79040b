import GroveClient
import GroveIdentity
import GroveMessage
import GroveSystem
import GroveWire
import Logging
import Messenger

/// One headless person: keeps their devices connected, and answers a share as a person would.
actor SamplePerson {
  private let character: SampleCharacter
  private let devices: [DeviceSession]
  private let password: String
  private let logger: Logger
  private var answered: Set<CollaborationKey> = []

  init(
    character: SampleCharacter, folder: String, relay: Origin, app: Origin, logger: Logger
  ) {
    self.character = character
    self.logger = logger
    // Local sample accounts of a demo on this machine; nobody signs in with it but this code.
    password = "sample-person-" + character.handle
    devices = (1...character.devices).map {
      DeviceSession(folder: "\(folder)/device-\($0)", relay: relay, app: app)
    }
  }

  /// Until the task is cancelled.
  func live() async {
    do {
      let messengers = try await arrive()
      await withDiscardingTaskGroup { group in
        for messenger in messengers { group.addTask { try? await messenger.run() } }
        await answerShares(messengers[0])
        group.cancelAll()
      }
    } catch {
      logger.warning("a sample person could not start", metadata: ["person": "\(character.handle)"])
    }
  }

  /// Opens the devices, or makes and links them the first time.
  private func arrive() async throws -> [Messenger] {
    let first = devices[0]
    let isNew = (try? await first.messenger()) == nil
    if isNew {
      _ = try await first.signUp(handle: character.handle, name: character.name)
      // A program: whoever writes to it is answered.
      try await first.messenger().setRequestPolicy(.anybody)
      for device in devices.dropFirst() { try await link(device, to: first) }
    }
    try await signInToApp(first)
    var messengers: [Messenger] = []
    for device in devices { messengers.append(try await device.messenger()) }
    return messengers
  }

  private func link(_ new: DeviceSession, to old: DeviceSession) async throws {
    let code = try await new.beginLinking()
    async let joined = new.completeLinking { _ in true }
    _ = try await old.messenger().linkDevice(text: code)
    _ = try await joined
  }

  private func signInToApp(_ device: DeviceSession) async throws {
    if (try? await device.app()) != nil { return }
    do {
      try await device.signUpToApp(
        account: character.account, displayName: character.name, password: password)
    } catch let error as ClientError where error.problemCode == .accountTaken {
      try await device.signInToApp(account: character.account, password: password)
    }
  }

  /// Shares that are answered at a time; further ones wait.
  private static let atOnce = 16

  /// Looks again after every event: what is true stands in the device's database. Each share is answered beside the
  /// others: with one the person may be waiting for its owner.
  private func answerShares(_ messenger: Messenger) async {
    await withTaskGroup(of: Void.self) { group in
      var waiting = 0
      for await event in messenger.events() {
        guard case .sharing(.invited) = event, let highlights = try? await messenger.highlights()
        else { continue }
        for highlight in highlights where answered.insert(highlight.key).inserted {
          if waiting == Self.atOnce { await group.next() } else { waiting += 1 }
          group.addTask { await self.answerOrSay(highlight, messenger) }
        }
      }
      group.cancelAll()
    }
  }

  private func answerOrSay(_ highlight: CollaborationHighlight, _ messenger: Messenger) async {
    do {
      try await answer(highlight, messenger)
    } catch {
      logger.warning(
        "a sample person could not answer a share",
        metadata: ["person": "\(character.handle)"])
    }
  }

  /// Opens what was shared, is verified, edits, says so, mentions whoever shared it.
  private func answer(_ highlight: CollaborationHighlight, _ messenger: Messenger) async throws {
    guard highlight.sender != messenger.accountID, highlight.canProve else { return }
    let device = devices[0]
    let granted = try await device.open(highlight.collaborationID)
    let app = try await device.app()
    // Nobody renews the lease: the person is seen for a while, and is gone.
    let present = PutPresence(
      clientID: .random(), state: Base64URLBytes([]), leaseSeconds: 60)
    try? await app.client.putPresence(present, in: granted.documentID)
    // Whoever shares in a browser confirms their own app account afterwards, and what was done before is no news to
    // them: it stands in the document in which they confirm.
    var owner = try await self.owner(of: highlight.collaborationID, within: 15)
    try await Task.sleep(for: .seconds(1))
    if try await app.client.document(granted.documentID).access != .readOnly {
      _ = try await app.append(character.line, to: granted.documentID, updateID: .random())
      try await device.post(.edit, in: highlight.collaborationID)
    }
    if owner == nil {
      owner = try await self.owner(of: highlight.collaborationID, within: 75)
      // Their page hands over a moment later where they are told.
      try await Task.sleep(for: .seconds(1))
    }
    guard let owner else { return }
    let comment = "@\(owner.name), \(character.question)"
    do {
      try await app.comment(
        comment, mentioning: [owner], in: granted.documentID, updateID: .random())
    } catch let error as ClientError where error.problemCode == .mentionsOff {
      try await app.comment(comment, mentioning: [], in: granted.documentID, updateID: .random())
    } catch let error as ClientError where error.problemCode == .commentsOff {}
  }

  /// The owner, once they have confirmed their app account.
  private func owner(
    of id: CollaborationID, within seconds: Int
  ) async throws -> DocumentUpdate.Mention? {
    let app = try await devices[0].app()
    for _ in 0..<seconds {
      let list = try await app.client.participants(of: id)
      if let root = list.participants.first(where: { $0.account == list.owner })?.root {
        return DocumentUpdate.Mention(root: root, name: list.ownerDisplayName)
      }
      try await Task.sleep(for: .seconds(1))
    }
    return nil
  }
}
