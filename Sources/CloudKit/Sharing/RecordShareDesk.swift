import Foundation
import GroveIdentity
import SharedWithYouCore
import Synchronization

/// What the system remembers of record shares in this process: what was offered, who wants to hear of them, and how a
/// share was shared before a message that may be cancelled.
final class RecordShareDesk: Sendable {
  /// Offers that can be answered for; the oldest is forgotten.
  static let mostOffers = 256
  /// Observers of one process; a further one hears nothing.
  static let mostObservers = 256

  private struct Offered: Sendable {
    let offer: RecordShareOffer
    /// What its preparation handler has saved: it is not asked again.
    var share: CKShare?
  }

  private struct State: Sendable {
    var offers: [Offered] = []
    var observers: [WeakObserver] = []
    var before: [(start: RequestID, share: CKShare, choice: SharingChoice)] = []
  }
  private let state = Mutex(State())

  // MARK: Offers

  func keep(_ offer: RecordShareOffer) {
    state.withLock { state in
      guard !state.offers.contains(where: { $0.offer.id == offer.id }) else { return }
      if state.offers.count >= Self.mostOffers { state.offers.removeFirst() }
      state.offers.append(Offered(offer: offer))
    }
  }

  /// Nil where it was offered by another process, or too long ago.
  func offer(_ id: String) -> (offer: RecordShareOffer, share: CKShare?)? {
    state.withLock { state in
      state.offers.first { $0.offer.id == id }.map { ($0.offer, $0.share) }
    }
  }

  func saved(_ share: CKShare, for offer: String) {
    state.withLock { state in
      guard let index = state.offers.firstIndex(where: { $0.offer.id == offer }) else { return }
      state.offers[index].share = share
    }
  }

  // MARK: Messages that may be cancelled

  func remember(_ choice: SharingChoice, of share: CKShare, before start: RequestID) {
    state.withLock { state in
      guard !state.before.contains(where: { $0.start == start }) else { return }
      if state.before.count >= Self.mostOffers { state.before.removeFirst() }
      state.before.append((start, share, choice))
    }
  }

  /// How the share was shared before; nil where the start has changed nothing, or this process has not made it.
  func before(_ start: RequestID) -> (share: CKShare, choice: SharingChoice)? {
    state.withLock { state in
      state.before.first { $0.start == start }.map { ($0.share, $0.choice) }
    }
  }

  func forget(_ start: RequestID) {
    state.withLock { $0.before.removeAll { $0.start == start } }
  }

  // MARK: Observers

  func add(_ observer: CKSystemSharingUIObserver) {
    state.withLock { state in
      state.observers.removeAll { $0.value == nil }
      guard state.observers.count < Self.mostObservers else { return }
      state.observers.append(WeakObserver(value: observer))
    }
  }

  func tellSaved(_ id: CKRecordID, _ result: Result<CKShare, CKError>, in container: String) {
    for observer in observers(of: container) { observer.saved(id, result) }
  }

  func tellStopped(_ id: CKRecordID, _ result: Result<Void, CKError>, in container: String) {
    for observer in observers(of: container) { observer.stopped(id, result) }
  }

  func observers(of container: String) -> [CKSystemSharingUIObserver] {
    state.withLock { $0.observers.compactMap(\.value) }.filter { $0.container == container }
  }
}

private struct WeakObserver: Sendable {
  weak var value: CKSystemSharingUIObserver?
}
