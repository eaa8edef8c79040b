import Dispatch
import GroveWire
import Synchronization

/// What an engine does by itself, and what it is told from outside.
extension CKSyncEngine {
  static var now: UInt64 { DispatchTime.now().uptimeNanoseconds / 1_000_000 }

  /// Does what there is to do by now.
  func goOn() async {
    while !Task.isCancelled {
      let step = state.machine.withLock { machine in
        machine.schedule.next(at: Self.now, isStateNew: machine.isStateNew)
      }
      // A failure is noted where it happened: the next step is a pause then.
      switch step {
      case .tellState: try? await perform { await $0.tellState() }
      case .checkAccount: try? await perform { try await $0.checkAccount() }
      case .fetch:
        try? await perform {
          try await $0.fetch(FetchChangesContext(reason: .scheduled, options: .init()))
        }
      case .send:
        try? await perform {
          try await $0.send(SendChangesContext(reason: .scheduled, options: .init()))
        }
      case .wait(let until):
        if let until { wake(at: until) }
        return
      }
    }
  }

  private func wake(at time: UInt64) {
    let isNew = armed.withLock { armed in
      defer { armed = time }
      return armed != time
    }
    let now = Self.now
    if isNew { timers.yield(time > now ? time - now : 0) }
  }

  /// What the container's stream says.
  func hear(_ news: LiveFeed.News) {
    state.machine.withLock { machine in
      switch news {
      case .ready: machine.schedule.wasReached()
      case .changed(let event):
        guard (event.scope == .private) == (database.databaseScope == .private) else { return }
        machine.schedule.needsFetch = true
      case .ended, .account: machine.schedule.accountMayHaveChanged()
      }
    }
    wakes.yield()
  }

  // MARK: Telling

  func tell(_ event: Event) async {
    await configuration.delegate.handleEvent(event, syncEngine: self)
  }

  /// Tells the app what to keep, where that is new.
  func tellState() async {
    let kept = state.machine.withLock { machine -> State.Serialization? in
      guard machine.isStateNew else { return nil }
      machine.toldRevision = machine.progress.revision
      return State.Serialization(machine.progress)
    }
    guard let kept else { return }
    await tell(.stateUpdate(Event.StateUpdate(stateSerialization: kept)))
  }

  // MARK: Whose it is

  /// Asks who is signed in, where that is not known, and tells where it is somebody else.
  /// - Throws: `notAuthenticated` where nobody is.
  func checkAccount() async throws(CKError) {
    let changes = database.context.userChanges
    let (isUnknown, isThere) = state.machine.withLock { machine in
      (
        machine.schedule.needsAccount || machine.userChanges != changes,
        machine.schedule.hasAccount
      )
    }
    guard isUnknown else {
      guard isThere else { throw Self.nobody }
      return
    }
    // What is cached may be of a session that has ended.
    let (user, asked) = try await noting { [database] () async throws(CKError) in
      try await database.context.askUser()
    }
    let change = state.machine.withLock { machine in
      machine.schedule.accountIsKnown(user != nil)
      machine.userChanges = asked
      return machine.progress.learn(user)
    }
    if let change {
      await tell(.accountChange(Event.AccountChange(changeType: change)))
      await tellState()
    }
    guard user == nil else {
      return try await noting { () async throws(CKError) in try await saveSubscription() }
    }
    note(Self.nobody)
    throw Self.nobody
  }

  /// Where the app named one, the person has a subscription of that name, so that its notifications come, too.
  private func saveSubscription() async throws(CKError) {
    guard let id = configuration.subscriptionID else { return }
    do {
      let known = try await database.allSubscriptions().contains { $0.subscriptionID == id }
      if !known { try await database.save(CKDatabaseSubscription(subscriptionID: id)) }
    } catch {
      throw CKError(any: error)
    }
  }

  /// What one person's engine knows is not sent or fetched as somebody else.
  /// - Throws: `notAuthenticated` where somebody else may be signed in by now.
  func checkIsSame() throws(CKError) {
    let changes = database.context.userChanges
    guard state.machine.withLock({ $0.userChanges == changes }) else { throw Self.nobody }
  }

  private static let nobody = CKError(.notAuthenticated, "Nobody is signed in.")

  // MARK: Failures

  /// Notes what fails, so that it is not tried again at once.
  func noting<Value: Sendable>(_ work: () async throws(CKError) -> Value) async throws(CKError)
    -> Value
  {
    do throws(CKError) {
      return try await work()
    } catch {
      note(error)
      throw error
    }
  }

  func note(_ error: CKError) {
    state.machine.withLock { machine in
      machine.schedule.failed(
        with: error, at: Self.now, random: UInt64.random(in: .min ... .max))
    }
  }
}
