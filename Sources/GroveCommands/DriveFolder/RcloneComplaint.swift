/// What rclone says went wrong, and what it means to a person.
struct RcloneComplaint: Hashable, Sendable {
  enum Kind: Sendable {
    /// The drive does not answer: nothing is wrong, and everything waits.
    case unreachable
    /// The app password opens nothing any more.
    case password
    /// This file cannot be kept there, or here; the others can.
    case file
    /// The file is being written, or locked: later.
    case later
    case other
  }

  /// The file it is about; empty where it is none.
  let path: String
  let kind: Kind
  let sentence: String

  /// - Parameters:
  ///   - path: what rclone names.
  ///   - message: its words.
  init(path: String, message: String) {
    self.path = path
    let rule = Self.rules.first { rule in rule.marks.contains { message.contains($0) } }
    kind = rule?.kind ?? .other
    let words = rule?.words ?? String(message.prefix(200))
    sentence =
      path.isEmpty || kind == .unreachable || kind == .password ? words : "\(path): \(words)"
  }

  /// Of no file.
  init(kind: Kind, sentence: String) { (path, self.kind, self.sentence) = ("", kind, sentence) }

  private typealias Rule = (marks: [String], kind: Kind, words: String)
  /// The first that fits. The drive's statuses stand in rclone's messages as `409 Conflict`.
  private static let rules: [Rule] = [
    (
      ["401 Unauthorized"], .password,
      "The drive does not take the password of this folder any more."
    ),
    (["409 Conflict"], .file, "another file there is called the same but for the case of letters."),
    (["422 Unprocessable"], .file, "the drive takes no such name."),
    (["403 Forbidden"], .file, "the drive does not let it be changed."),
    (["507 Insufficient"], .file, "there is no room for it on the drive."),
    (["no space left on device"], .other, "this disk is full."),
    (
      ["permission denied", "file name too long"], .file,
      "this machine does not let it be read or written."
    ),
    (["423 Locked"], .later, "a program has locked it."),
    (
      ["source file is being updated"], .later,
      "it is being written; it goes to the drive when it is at rest."
    ),
    (
      [
        "connection refused", "no such host", "dial tcp", "i/o timeout", "connection reset", "EOF",
        "502 Bad Gateway", "503 Service", "504 Gateway", "429 Too Many",
      ], .unreachable, DriveReachability.sentence
    ),
  ]
}
