import Synchronization

/// Which option of a picker is the chosen one: kept in one place, so that exactly one is, however
/// it is set.
///
/// It knows options by identity alone: the picker keeps them alive, and each option that belongs to
/// a picker refers to this.
final class PickerSelection: Sendable {
  private let chosen = Mutex<ObjectIdentifier?>(nil)

  func isChosen(_ option: SWCollaborationOption) -> Bool {
    chosen.withLock { $0 == ObjectIdentifier(option) }
  }

  func choose(_ option: SWCollaborationOption?) {
    chosen.withLock { $0 = option.map { ObjectIdentifier($0) } }
  }
}
