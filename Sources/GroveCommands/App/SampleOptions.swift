import GroveSystem
import GroveWire
import Messenger

/// The share options the sample app offers, and what they mean to its server.
enum SampleOptions {
  private static let readWrite = "read-write"
  private static let readOnly = "read-only"
  private static let comments = "comments"
  private static let mentions = "mentions"

  /// What the share sheet shows.
  static func offered() throws -> CollaborationShareOptions {
    try CollaborationShareOptions(
      groups: [
        CollaborationOptionsGroup(
          identifier: "permission", kind: .picker, title: "Permission",
          options: [
            CollaborationOption(
              identifier: readWrite, title: "Can make changes", isSelected: true),
            CollaborationOption(identifier: readOnly, title: "Read only"),
          ]),
        CollaborationOptionsGroup(
          identifier: "additional", kind: .switches, title: "Additional settings",
          options: [
            CollaborationOption(identifier: comments, title: "Allow comments", isSelected: true),
            CollaborationOption(
              identifier: mentions, title: "Allow mentions", isSelected: true),
          ]),
      ],
      summary: "Everyone can make changes")
  }

  /// The same, as a person with these wishes would have set them.
  static func offered(readOnly isReadOnly: Bool, comments: Bool, mentions: Bool) throws
    -> CollaborationShareOptions
  {
    var options = try offered()
    if isReadOnly { _ = options.set(readOnly, selected: true) }
    _ = options.set(Self.comments, selected: comments)
    _ = options.set(Self.mentions, selected: mentions)
    return options
  }

  /// What the server enforces. Nothing selected means the app's default.
  static func selected(in options: CollaborationShareOptions?) -> ShareOptions {
    guard let options else {
      return ShareOptions(access: .readWrite, allowsComments: true, allowsMentions: true)
    }
    return ShareOptions(
      access: options.isSelected(readOnly) ? .readOnly : .readWrite,
      allowsComments: options.isSelected(comments), allowsMentions: options.isSelected(mentions))
  }
}
