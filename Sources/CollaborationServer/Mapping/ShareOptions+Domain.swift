import CollaborationDomain
import GroveWire

extension ShareOptions {
  init(_ options: SelectedShareOptions) {
    self.init(
      access: options.access == .readWrite ? .readWrite : .readOnly,
      allowsComments: options.allowsComments, allowsMentions: options.allowsMentions,
      appSelection: options.appSelection)
  }
}

extension SelectedShareOptions {
  /// - Throws: `limit_exceeded`.
  init(_ options: ShareOptions) throws(Problem) {
    if let selection = options.appSelection { try TextValidation.appSelection(selection) }
    self.init(
      access: options.access == .readWrite ? .readWrite : .readOnly,
      allowsComments: options.allowsComments, allowsMentions: options.allowsMentions,
      appSelection: options.appSelection)
  }
}
