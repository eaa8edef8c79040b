import GroveClient
import GroveIdentity
import GroveWire

/// An open page of a document: what has arrived on its stream, and why it ended.
actor DocumentFollower {
  private let documentID: String
  private(set) var lines: [DocumentLine] = []
  private(set) var ended: StreamEnded.Reason?
  private(set) var isOpen = false

  init(documentID: String) { self.documentID = documentID }

  /// Follows until the server ends the stream or the task is cancelled.
  func run(with client: CollaborationClient) async {
    do {
      for try await item in client.documentStream(documentID) { take(item) }
    } catch {
      // A refusal for good: the server's word that there is nothing here any more.
      ended = ended ?? .removed
    }
    isOpen = false
  }

  private func take(_ item: StreamItem<DocumentStreamEvent>) {
    switch item {
    case .opened: isOpen = true
    case .interrupted: isOpen = false
    case .event(.document(let event)):
      if let line = DocumentLine(event) { lines.append(line) }
    case .event(.presence): break
    case .event(.ended(let end)): ended = end.reason
    }
  }
}

/// What an update of the sample app's documents shows in a terminal: a line, a comment, a field.
struct DocumentLine: Sendable {
  let sequence: UInt64
  let account: String
  let text: String

  /// Nil for what is no update, and for what was typed in a browser, letter by letter.
  init?(_ event: DocumentEvent) {
    guard event.kind == .edit || event.kind == .comment, let data = event.data else { return nil }
    switch DocumentUpdate(event.kind == .comment ? .comment : .edit, data.bytes) {
    case .line(let line): text = line
    case .comment(let comment, _): text = "(comment) \(comment)"
    case .field(let field, let whole): text = "(\(field)) \(whole)"
    case .live, .unknown: return nil
    }
    sequence = event.sequence.value
    account = event.account?.text ?? ""
  }
}
