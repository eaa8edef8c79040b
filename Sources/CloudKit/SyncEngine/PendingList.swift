/// Something that waits to be sent: each item once.
protocol PendingChange: Hashable, Sendable {
  associatedtype Item: Hashable & Sendable
  var item: Item { get }
}

/// Changes that wait to be sent, in the order in which they were asked for, and those that are on their way.
///
/// Of each item the latest change waits: what is asked for again keeps its place, the opposite goes to the end. A change
/// that is asked for while the same item is on its way waits beside it.
struct PendingList<Change: PendingChange>: Sendable {
  /// Those that went are gaps, so that an item is found without a search.
  private var entries: [Change?] = []
  private var places: [Change.Item: Int] = [:]
  private(set) var inFlight: [Change] = []

  init() {}

  init(_ changes: [Change]) { add(changes) }

  var waiting: [Change] { entries.compactMap(\.self) }

  /// What has to be sent as far as is known here: where nothing is heard of what is on its way, it is sent again.
  var all: [Change] { inFlight.filter { places[$0.item] == nil } + waiting }

  var isEmpty: Bool { places.isEmpty && inFlight.isEmpty }

  mutating func add(_ changes: [Change]) {
    for change in changes {
      if let place = places[change.item] {
        if entries[place] == change { continue }
        entries[place] = nil
      }
      places[change.item] = entries.count
      entries.append(change)
    }
    closeGaps()
  }

  /// Takes changes out that wait; those of their items that are others stay.
  mutating func remove(_ changes: [Change]) {
    for change in changes {
      guard let place = places[change.item], entries[place] == change else { continue }
      entries[place] = nil
      places[change.item] = nil
    }
    closeGaps()
  }

  /// They are on their way now.
  mutating func begin(_ changes: [Change]) {
    remove(changes)
    inFlight += changes
  }

  /// Nothing is on its way any more.
  /// - Parameter keeping: what is to be sent again, before everything that waits, unless its item waits by now.
  mutating func end(keeping: (Change) -> Bool) {
    let again = inFlight.filter { keeping($0) && places[$0.item] == nil }
    inFlight = []
    guard !again.isEmpty else { return }
    entries = again.map { $0 } + entries
    closeGaps(always: true)
  }

  private mutating func closeGaps(always: Bool = false) {
    guard always || entries.count > 2 * places.count + 16 else { return }
    entries = waiting
    places = Dictionary(zip(entries.compactMap { $0?.item }, entries.indices)) { _, last in last }
  }
}
