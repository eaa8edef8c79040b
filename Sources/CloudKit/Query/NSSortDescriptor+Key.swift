public import Foundation
import Synchronization

extension NSSortDescriptor {
  /// By a field of records, or by `creationDate`, `modificationDate` or `recordID`. It is for queries: records that are
  /// here already it leaves in their order.
  public convenience init(key: String?, ascending: Bool) {
    self.init(
      keyPath: \NSObject.self, ascending: ascending,
      comparator: { object, _ in
        (object as? SortProbe)?.note(key)
        return .orderedSame
      })
  }

  /// The key it was made with; nil where it was made in another way.
  var sortedKey: String? {
    // The comparison of another would end the process when it is given what it does not compare.
    guard keyPath == \NSObject.self else { return nil }
    let probe = SortProbe()
    _ = comparator(probe, probe)
    return probe.key
  }
}

private final class SortProbe: NSObject, Sendable {
  private let noted = Mutex<String?>(nil)

  var key: String? { noted.withLock(\.self) }

  func note(_ key: String?) { noted.withLock { $0 = key } }
}
