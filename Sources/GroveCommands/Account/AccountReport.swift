import CollaborationDomain
import GroveIdentity

/// An account as commands print it.
struct AccountReport: Codable {
  enum State: String, Codable {
    case active, disabled, deleted
  }

  struct Session: Codable {
    var id: String
    var device: String
    var createdAt: DecimalUInt64
    var lastUsedAt: DecimalUInt64
    var expiresAt: DecimalUInt64
  }

  var account: String
  /// What its person signs in with, where that is not `account`.
  var signInName: String?
  var displayName: String
  var state: State
  /// Whether somebody can sign in to it here; else its people are known to the app's backend.
  var hasPassword: Bool
  /// Milliseconds since 1970, like every time here.
  var createdAt: DecimalUInt64
  var disabledAt: DecimalUInt64?
  var reason: String?
  var resetUntil: DecimalUInt64?
  var sessions: [Session]
  var ownedDocuments: Int
  /// Left out in lists.
  var grantedDocuments: Int?

  init(_ overview: OperatorRules.Overview) {
    let record = overview.account
    account = record.account.text
    signInName = overview.signInName?.text
    displayName = record.displayName
    state = record.disabled.map { $0.isDeleted ? .deleted : .disabled } ?? .active
    hasPassword = record.password != nil
    createdAt = DecimalUInt64(record.createdAt)
    disabledAt = record.disabled.map { DecimalUInt64($0.at) }
    reason = record.disabled?.reason
    resetUntil = overview.resetUntil.map { DecimalUInt64($0) }
    sessions = overview.sessions.map {
      Session(
        id: $0.id, device: $0.device, createdAt: DecimalUInt64($0.createdAt),
        lastUsedAt: DecimalUInt64($0.lastUsedAt), expiresAt: DecimalUInt64($0.expiresAt))
    }
    ownedDocuments = overview.ownedDocuments
    grantedDocuments = overview.grantedDocuments
  }

  private var lastUsed: String {
    sessions.first.map { LocalTime.utc($0.lastUsedAt.value) } ?? "-"
  }

  /// A line of a list.
  static let heading = [
    "ACCOUNT", "NAME", "STATE", "SESSIONS", "DOCUMENTS", "LAST USED", "SIGNS IN AS",
  ]
  var columns: [String] {
    [
      account, displayName, state.rawValue, "\(sessions.count)", "\(ownedDocuments)", lastUsed,
      signInName ?? "",
    ]
  }

  /// All of it, a line for each member.
  var lines: [String] {
    var rows = [
      ["account", account], ["name", displayName],
    ]
    if let signInName { rows.append(["signs in as", signInName]) }
    rows += [
      ["state", stateWords],
      ["password", hasPassword ? "yes" : "none: its people sign in elsewhere"],
      ["created", LocalTime.utc(createdAt.value)], ["documents", "\(ownedDocuments) of its own"],
    ]
    if let grantedDocuments { rows.append(["", "\(grantedDocuments) of others"]) }
    if let resetUntil {
      rows.append(["reset link", "good until \(LocalTime.utc(resetUntil.value))"])
    }
    for (index, session) in sessions.enumerated() {
      let device = session.device.isEmpty ? "unknown device" : session.device
      let used = LocalTime.utc(session.lastUsedAt.value)
      rows.append([index == 0 ? "sessions" : "", "\(device), last used \(used)"])
    }
    return TextTable.lines(rows)
  }

  private var stateWords: String {
    guard let disabledAt else { return state.rawValue }
    let note = reason.map { $0.isEmpty ? "" : ": \($0)" } ?? ""
    return "\(state.rawValue) since \(LocalTime.utc(disabledAt.value))\(note)"
  }
}

/// Columns of text, each as wide as its widest.
enum TextTable {
  static func lines(_ rows: [[String]]) -> [String] {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
      return String(cells.joined(separator: "  ").reversed().drop { $0 == " " }.reversed())
    }
  }
}
