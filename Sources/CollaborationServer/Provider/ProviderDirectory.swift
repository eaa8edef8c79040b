import GroveServing
import JWTKit
import Logging

/// What the provider publishes, kept for an hour. One fetch at a time; whoever asks meanwhile waits for it.
///
/// Keys roll over: a token that names an unknown key has the keys fetched again, but not more than once a minute, or
/// strangers could have this server ask the provider as often as they like. A failure is remembered for some seconds for
/// the same reason.
actor ProviderDirectory {
  private static let keptFor: UInt64 = 3_600_000
  private static let keysAtMostEvery: UInt64 = 60_000
  private static let failureKeptFor: UInt64 = 5000

  private let settings: ProviderSettings
  private let now: @Sendable () -> UInt64
  private let turns = AsyncSemaphore(1)
  private var metadata: (value: ProviderMetadata, at: UInt64)?
  private var keys: (value: ProviderKeys, at: UInt64)?
  /// When an unknown name led to another fetch.
  private var lookedAgainAt: UInt64?
  private var failure: (fault: ProviderFault, at: UInt64)?

  /// - Parameter now: milliseconds on a clock that does not go back.
  init(
    _ settings: ProviderSettings,
    now: @escaping @Sendable () -> UInt64 = MonotonicClock.milliseconds
  ) {
    self.settings = settings
    self.now = now
  }

  /// - Throws: `ProviderFault`.
  func current() async throws -> ProviderMetadata {
    await turns.take()
    defer { turns.give() }
    return try await currentInTurn()
  }

  /// The key that a token names.
  /// - Throws: `ProviderFault`; nil where the provider has none of that name.
  func key(_ name: String?, for algorithm: JWK.Algorithm) async throws -> JWK? {
    await turns.take()
    defer { turns.give() }
    if let keys, now() < keys.at + Self.keptFor {
      if let key = keys.value.key(name, for: algorithm) { return key }
      if let lookedAgainAt, now() < lookedAgainAt + Self.keysAtMostEvery { return nil }
      lookedAgainAt = now()
    }
    let address = try await currentInTurn().keys
    let fresh = try ProviderKeys(await fetch(address))
    keys = (fresh, now())
    return fresh.key(name, for: algorithm)
  }

  private func currentInTurn() async throws -> ProviderMetadata {
    if let metadata, now() < metadata.at + Self.keptFor { return metadata.value }
    let body = try await fetch(settings.discoveryAddress)
    do {
      let fresh = try ProviderMetadata.read(body, for: settings)
      metadata = (fresh, now())
      return fresh
    } catch let fault as ProviderFault {
      failure = (fault, now())
      throw fault
    }
  }

  private func fetch(_ address: String) async throws -> [UInt8] {
    if let failure, now() < failure.at + Self.failureKeptFor { throw failure.fault }
    do {
      let body = try await settings.ask(ProviderRequest(address: address)).body
      failure = nil
      return body
    } catch let fault as ProviderFault {
      failure = (fault, now())
      throw fault
    }
  }
}

extension ProviderSettings {
  /// One request, answered with success as a whole and in its time.
  /// - Throws: `ProviderFault`.
  func ask(_ request: ProviderRequest, accepting statuses: Set<Int> = [200]) async throws
    -> ProviderResponse
  {
    let response: ProviderResponse
    do {
      response = try await Self.within(ProviderRequest.patience) { try await send(request) }
    } catch is CancellationError {
      throw ProviderFault.unreachable("time")
    } catch {
      throw ProviderFault.unreachable("connection")
    }
    guard statuses.contains(response.status) else {
      throw ProviderFault.unreachable("status \(response.status)")
    }
    guard response.body.count <= ProviderRequest.answerLimit else {
      throw ProviderFault.unreachable("size")
    }
    return response
  }

  private static func within<Value: Sendable>(
    _ limit: Duration, _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
      group.addTask(operation: work)
      group.addTask {
        try await Task.sleep(for: limit)
        throw CancellationError()
      }
      defer { group.cancelAll() }
      guard let first = try await group.next() else { throw CancellationError() }
      return first
    }
  }

  /// What `grove doctor` asks: whether discovery answers and is this issuer's.
  /// - Returns: nil, or what is wrong in a few words.
  package func problemOfDiscovery() async -> String? {
    do {
      _ = try ProviderMetadata.read(
        await ask(ProviderRequest(address: discoveryAddress)).body, for: self)
      return nil
    } catch ProviderFault.invalid(let what) {
      return "what it answers does not hold (\(what))"
    } catch ProviderFault.unreachable(let what) {
      return "it does not answer (\(what))"
    } catch {
      return "it does not answer"
    }
  }
}
