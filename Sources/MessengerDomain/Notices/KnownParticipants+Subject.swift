import GroveIdentity
import GroveMessage

extension KnownParticipants {
  /// Who came or went, as a notice about that says it; nil of other notices.
  /// - Parameter name: what the app calls somebody whom no identity map knows.
  func subject(of notice: Notice, named name: String? = nil) -> NoticeBanner.Subject? {
    guard notice.kind == .addedCollaborator || notice.kind == .removedCollaborator,
      let root = notice.root
    else { return nil }
    return NoticeBanner.Subject(root: root, account: holder(of: root), name: name)
  }
}
