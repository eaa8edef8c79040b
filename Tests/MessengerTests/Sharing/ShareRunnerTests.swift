import GroveIdentity
import GroveMessage
import GroveSystem
import GroveTesting
import Synchronization
import Testing

@testable import Messenger
@testable import MessengerDomain

struct ShareRunnerTests {
  let alice: TestAccount
  let bob: TestAccount
  let carol: TestAccount
  let host: TestHost
  let app = TestApp()
  static let conversation = ConversationID(unchecked: [UInt8](repeating: 3, count: 16))
  static let draftID = RequestID(unchecked: [UInt8](repeating: 4, count: 16))

  init() throws {
    alice = try TestAccount("alice", devices: 2)
    bob = try TestAccount("bob", devices: 3)
    carol = try TestAccount("carol")
    host = TestHost(alice)
    let people = [alice, bob, carol]
    let app = app
    host.state.withLock { state in
      for person in people { state.chains[person.id] = .found(person.chain) }
      state.handler = app
    }
  }

  var people: [AccountID] { [alice.id, bob.id, carol.id] }

  /// Stages a draft and makes the job that sends it.
  func job(_ people: [AccountID]? = nil) throws -> ShareJob {
    let metadata = CollaborationMetadata(localIdentifier: "7", title: "Baking Recipes")
    var sheet = try #require(
      ShareSheet(origin: app.origin, appName: app.name, metadata: metadata))
    for person in people ?? self.people where person != alice.id { sheet.add(person) }
    sheet.text = "Have a look"
    try host.put(sheet.draft(draftID: Self.draftID, createdAt: 1))
    return ShareJob(
      procedure: ShareProcedure(
        procedureID: RequestID(unchecked: [UInt8](repeating: 5, count: 16)), purpose: .share,
        origin: app.origin, participants: people ?? self.people),
      draftID: Self.draftID, conversationID: Self.conversation, metadata: metadata,
      messageID: MessageID(unchecked: [UInt8](repeating: 6, count: 16)))
  }

  func run(_ job: ShareJob, _ event: ShareEvent = .begin) async throws -> ShareJob {
    var runner = ShareRunner(job, host: host, signal: CancelSignal(), timeLimit: 30)
    try await runner.run(event)
    return runner.job
  }

  /// Time limits are over as soon as the app waits.
  func letTimePass() {
    let app = app
    host.state.withLock { $0.isTimeOver = { app.state.withLock { $0.isLate } } }
  }

  func draft() throws -> Draft? { try host.records(Draft.self).first }

  /// Design 5.7: no identity on the server, no message, no invitation, and the draft is back.
  func expectNothingLeft(_ failure: ShareFailure) throws {
    #expect(try draft()?.failure == failure)
    #expect(try draft()?.text == "Have a look")
    #expect(app.state.withLock { $0.roots.isEmpty && !$0.isShared })
    #expect(host.state.withLock { $0.uploaded.isEmpty && $0.queued.isEmpty })
    #expect(try host.records(ShareJob.self).isEmpty)
    #expect(try host.records(SharedCollaboration.self).isEmpty)
    #expect(try host.records(ReceivedInvitation.self).isEmpty)
    #expect(try host.records(KnownMembership.self).isEmpty)
    #expect(host.state.withLock { $0.lines.isEmpty })
    #expect(try host.records(HeldEnvelopes.self).isEmpty)
  }

  @Test func `each account gets its own identity and everybody's root`() async throws {
    #expect(try await run(job()).procedure.phase == .sent)
    let message = try #require(host.state.withLock { $0.uploaded.first })
    #expect(Set(message.value.keys) == Set(people))
    let roots = app.state.withLock { $0.roots }
    for (account, content) in message.value {
      let invitation = try Invitation(content: content)
      #expect(Set(invitation.identityMap.map(\.root)) == roots)
      #expect(
        invitation.identityMap.first { $0.account == account }?.root == invitation.identity.root)
    }
    let seeds = try message.value.values.map { try Invitation(content: $0).identity.seed }
    #expect(Set(seeds.map { $0.exportBytes() }).count == 3)
  }

  @Test func `what is sent is usable for each device of each recipient`() async throws {
    _ = try await run(job())
    let message = try #require(host.state.withLock { $0.uploaded.first })
    for device in bob.devices.indices {
      let other = TestHost(bob, device: device)
      let invitation = try Invitation(content: #require(message.value[bob.id]))
      let arrival = ContentArrival(
        messageID: message.key, sender: alice.id, senderDevice: alice.devices[0].id,
        conversationID: Self.conversation, senderIsMember: true, isFromRemovedDevice: false,
        receivedAt: 1)
      let decision = try other.inbox.receive(
        .invitation(invitation), arrival, myChain: bob.chain, reader: MemorySharingRows())
      guard case .invited(let highlight) = decision.answer else {
        Issue.record("not usable")
        continue
      }
      #expect(highlight.canProve && highlight.title == "Baking Recipes")
    }
  }

  @Test func `afterwards the initiator holds what it needs and the draft is a message`()
    async throws
  {
    _ = try await run(job())
    #expect(try draft() == nil)
    let shared = try #require(host.records(SharedCollaboration.self).first)
    #expect(shared.accounts == Set(people))
    #expect(shared.participants.allSatisfy { $0.statement != nil })
    let own = try #require(host.records(ReceivedInvitation.self).first)
    #expect(own.root == shared.identityMap.first { $0.account == alice.id }?.root)
    #expect(own.leaf != nil && own.order == 1)
    let text = try #require(host.state.withLock { $0.queued.first })
    #expect(Set(text.contents.keys) == Set(people) && text.type == .text)
    #expect(host.state.withLock { $0.lines.count } == 1)
    #expect(try host.records(HeldEnvelopes.self).isEmpty)
    #expect(try host.records(ShareJob.self).isEmpty)
  }

  @Test func `nothing the initiator keeps has a seed in it`() async throws {
    _ = try await run(job())
    let message = try #require(host.state.withLock { $0.uploaded.first })
    let shared = try host.records(SharedCollaboration.self).map { try StrictJSON.encode($0) }
    let own = try host.records(ReceivedInvitation.self).map { try StrictJSON.encode($0) }
    let known = try host.records(KnownMembership.self).map { try StrictJSON.encode($0) }
    for content in message.value.values {
      let seed = try Base64URL.encode(Invitation(content: content).identity.seed.exportBytes())
      for stored in shared + own + known {
        #expect(!String(decoding: stored, as: UTF8.self).contains(seed))
      }
    }
  }

  @Test func `a start whose answer cannot be read is taken back`() async throws {
    app.state.withLock { $0.starting = .isUnreadable }
    _ = try await run(job())
    try expectNothingLeft(.startFailed(""))
    #expect(app.state.withLock(\.cancellations.count) == 1)
  }

  @Test func `roots that the app was never asked to add are not taken back, the start is`()
    async throws
  {
    app.state.withLock { $0.updating = .isNotAsked }
    _ = try await run(job())
    try expectNothingLeft(.updateFailed("not running"))
    #expect(app.state.withLock { $0.updates.count == 1 && $0.cancellations.count == 1 })
  }

  @Test func `a start that fails leaves nothing`() async throws {
    app.state.withLock { $0.starting = .fails }
    _ = try await run(job())
    try expectNothingLeft(.startFailed("no such document"))
  }

  @Test func `a start that answers too late leaves nothing`() async throws {
    app.state.withLock { $0.starting = .tooLate }
    letTimePass()
    _ = try await run(job())
    try expectNothingLeft(.startTimedOut)
    #expect(
      app.state.withLock { $0.cancellations.map(\.collaborationID) }
        == [TestPeople.collaboration])
  }

  @Test func `a participants action that fails leaves nothing`() async throws {
    app.state.withLock { $0.updating = .fails }
    _ = try await run(job())
    try expectNothingLeft(.updateFailed("storage full"))
  }

  @Test func `a participants action that answers too late leaves nothing`() async throws {
    app.state.withLock { $0.updating = .tooLate }
    letTimePass()
    _ = try await run(job())
    try expectNothingLeft(.updateTimedOut)
  }

  @Test func `an upload the relay refuses leaves nothing`() async throws {
    host.state.withLock { $0.uploads = [.refused(.notAMember)] }
    _ = try await run(job())
    try expectNothingLeft(.notAMember)
  }

  @Test func `an app that is not here leaves nothing`() async throws {
    host.state.withLock { $0.handler = nil }
    _ = try await run(job())
    try expectNothingLeft(.appUnavailable)
  }

  @Test func `a link of another origin leaves nothing`() async throws {
    app.state.withLock { $0.link = "https://other.example/d/1" }
    _ = try await run(job())
    try expectNothingLeft(.linkRefused)
  }

  @Test func `an unknown recipient leaves nothing and the app never hears of it`() async throws {
    let stranger = AccountID(unchecked: [UInt8](repeating: 1, count: 32))
    _ = try await run(job([alice.id, stranger]))
    try expectNothingLeft(.recipientUnknown(stranger))
    #expect(app.state.withLock { $0.starts.isEmpty })
  }

  @Test func `a recipient whose new device has no keys yet leaves nothing at all`() async throws {
    host.state.withLock { $0.chains[bob.id] = .deviceComing }
    _ = try await run(job())
    try expectNothingLeft(.devicesKeepChanging)
    #expect(app.state.withLock { $0.starts.isEmpty })
  }

  @Test func `a recipient whose devices take no part leaves nothing`() async throws {
    let dora = try TestAccount([TestDevice("dora", flags: [.mayChangeDeviceList])])
    host.state.withLock { $0.chains[dora.id] = .found(dora.chain) }
    _ = try await run(job([alice.id, dora.id]))
    try expectNothingLeft(.recipientWithoutDevices(dora.id))
  }

  @Test func `a person who cancels while the app works gets the draft back at once`() async throws {
    app.state.withLock { $0.updating = .tooLate }
    let signal = CancelSignal()
    let job = try job()
    let host = host
    let app = app
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        var runner = ShareRunner(job, host: host, signal: signal, timeLimit: 30)
        try await runner.run(.begin)
      }
      while app.state.withLock({ $0.updates.isEmpty }) {
        try await Task.sleep(for: .milliseconds(1))
      }
      signal.raise()
      try await group.waitForAll()
    }
    try expectNothingLeft(.cancelled)
  }

  @Test func `a person who cancels in the moment of the app's answer has cancelled`() async throws {
    let signal = CancelSignal()
    let handler = ChangingApp(app) { signal.raise() }
    host.state.withLock { $0.handler = handler }
    var runner = ShareRunner(try job(), host: host, signal: signal, timeLimit: 30)
    try await runner.run(.begin)
    #expect(signal.isRaised)
    try expectNothingLeft(.cancelled)
  }

  @Test func `who cancels when the message may have left is told that it is too late`() async throws
  {
    let signal = CancelSignal()
    var runner = ShareRunner(try job(), host: host, signal: signal, timeLimit: 30)
    try await runner.run(.begin)
    #expect(runner.job.procedure.phase == .sent && !signal.raise())
  }

  @Test func `while the server is away what is owed waits for it`() async throws {
    let job = try job()
    let app = app
    host.state.withLock { $0.uploads = [.refused(.notAMember)] }
    // The server goes away between the upload and the removal.
    let stopping = StoppingApp(app)
    host.state.withLock { $0.handler = stopping }
    let stopped = try await run(job)
    #expect(!stopped.procedure.isFinished)
    #expect(try draft()?.failure == .notAMember)
    #expect(app.state.withLock { !$0.roots.isEmpty })
    app.state.withLock { $0.isAway = false }
    host.state.withLock { $0.handler = app }
    _ = try await run(stopped, .retry)
    try expectNothingLeft(.notAMember)
  }

  @Test func `without an answer the envelopes stay and are sent again, now or never`() async throws
  {
    host.state.withLock { $0.uploads = [.unreachable] }
    let waiting = try await run(job())
    #expect(waiting.procedure.phase == .uploading)
    #expect(host.state.withLock { $0.uploaded.isEmpty })
    let stored = try #require(host.records(ShareJob.self).first)
    #expect(try await run(stored, .restarted).procedure.phase == .sent)
    #expect(host.state.withLock { $0.uploaded.count } == 1)
    #expect(host.state.withLock { $0.finals } == [false, true])
  }

  @Test func `a crash after any step ends with everything or with nothing`() async throws {
    for steps in 1...8 {
      let world = try ShareRunnerTests()
      let job = try world.job()
      let before = world.host.state.withLock { $0.steps }
      world.host.state.withLock { $0.crashAfter = before + steps }
      let crashed: Bool
      do {
        _ = try await world.run(job)
        crashed = false
      } catch is TestHost.Crash { crashed = true }
      world.host.state.withLock { $0.crashAfter = .max }
      for job in try world.host.records(ShareJob.self) { _ = try await world.run(job, .restarted) }
      if try world.draft() != nil {
        try world.expectNothingLeft(.interrupted)
      } else {
        #expect(world.host.state.withLock { $0.uploaded.count } == 1)
        #expect(world.app.state.withLock { $0.roots.count } == 3)
        #expect(try world.host.records(ReceivedInvitation.self).count == 1)
      }
      if !crashed { break }
    }
  }

  @Test func `a recipient's device that goes while sending gets no leaf`() async throws {
    var moved = bob
    let kept = Array(bob.devices.prefix(2))
    try moved.change(to: kept)
    let newer = moved
    let host = host
    host.state.withLock { $0.uploads = [.devicesChanged] }
    let job = try job()
    let changing = ChangingApp(app) {
      host.state.withLock { $0.chains[newer.id] = .found(newer.chain) }
    }
    host.state.withLock { $0.handler = changing }
    #expect(try await run(job).procedure.phase == .sent)
    let message = try #require(host.state.withLock { $0.uploaded.first })
    let invitation = try Invitation(content: #require(message.value[bob.id]))
    #expect(invitation.identity.statement == newer.chain.newest.reference)
    #expect(app.state.withLock { $0.roots } == Set(invitation.identityMap.map(\.root)))
  }
}

/// Passes everything on, and goes away once identities have been added.
struct StoppingApp: CollaborationActionHandler {
  let app: TestApp
  init(_ app: TestApp) { self.app = app }
  var origin: Origin { app.origin }

  func start(_ action: StartCollaborationAction) async -> StartCollaborationAnswer {
    await app.start(action)
  }

  func updateParticipants(_ action: UpdateParticipantsAction) async -> CollaborationActionAnswer {
    let answer = await app.updateParticipants(action)
    app.state.withLock { $0.isAway = true }
    return answer
  }

  func shareCancelled(_ cancellation: ShareCancellation) async -> CollaborationActionAnswer {
    await app.shareCancelled(cancellation)
  }
}

/// Passes everything on, and lets something happen once identities have been added.
struct ChangingApp: CollaborationActionHandler {
  let app: TestApp
  let change: @Sendable () -> Void

  init(_ app: TestApp, change: @escaping @Sendable () -> Void) {
    self.app = app
    self.change = change
  }

  var origin: Origin { app.origin }

  func start(_ action: StartCollaborationAction) async -> StartCollaborationAnswer {
    await app.start(action)
  }

  func updateParticipants(_ action: UpdateParticipantsAction) async -> CollaborationActionAnswer {
    let answer = await app.updateParticipants(action)
    change()
    return answer
  }

  func shareCancelled(_ cancellation: ShareCancellation) async -> CollaborationActionAnswer {
    await app.shareCancelled(cancellation)
  }
}
