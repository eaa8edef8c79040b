import GroveIdentity
import GroveMessage
import GroveSystem

@testable import MessengerDomain

/// Failures by their codes, as both devices name them.
extension ShareFailure {
  var json: JSONValue {
    switch self {
    case .recipientUnknown(let account), .recipientWithoutDevices(let account),
      .recipientUntrusted(let account):
      ["code": .text(code), "account": .bytes(account)]
    case .startFailed(let reason), .updateFailed(let reason), .uploadRefused(let reason):
      ["code": .text(code), "reason": reason.isEmpty ? .null : .text(reason)]
    default: ["code": .text(code)]
    }
  }

  init(_ json: JSONValue) throws {
    let code = try json["code"].text()
    let reason = try json["reason"].map { try $0.text() } ?? ""
    let account = try json["account"].map { try $0.fixed(AccountID.self) } ?? .zero
    let all: [ShareFailure] =
      Self.simple + [
        .recipientUnknown(account), .recipientWithoutDevices(account), .recipientUntrusted(account),
        .startFailed(reason), .updateFailed(reason), .uploadRefused(reason),
      ]
    guard let failure = all.first(where: { $0.code == code }) else {
      throw JSONValue.Mistake(description: "no failure: \(code)")
    }
    self = failure
  }

  static let simple: [ShareFailure] = [
    .cancelled, .interrupted, .noRecipients, .tooManyRecipients, .appUnavailable, .startTimedOut,
    .linkRefused, .updateTimedOut, .relayUnreachable, .notAMember, .invitationTooLarge,
    .devicesKeepChanging,
  ]
}

extension StatementReference {
  var json: JSONValue { ["seq": .decimal(seq), "hash": .bytes(hash)] }
  init(_ json: JSONValue) throws {
    self.init(seq: try json["seq"].decimal(), hash: try json["hash"].fixed())
  }
}

extension ShareProcedure.IssuedRoot {
  var json: JSONValue {
    ["account": .bytes(account), "root": .bytes(root), "statement": statement.json]
  }
  init(_ json: JSONValue) throws {
    self.init(
      account: try json["account"].fixed(), root: try json["root"].fixed(),
      statement: try StatementReference(json["statement"]))
  }
}

extension ShareProcedure.Started {
  var json: JSONValue {
    [
      "link": .text(link), "collaborationID": .text(collaborationID.text), "epoch": .decimal(epoch),
    ]
  }
  init(_ json: JSONValue) throws {
    self.init(
      link: try json["link"].text(),
      collaborationID: try CollaborationID(json["collaborationID"].text()),
      epoch: try json["epoch"].decimal())
  }
}

extension UpdateParticipantsAction.Replacement {
  var json: JSONValue { ["old": .bytes(old), "new": .bytes(new)] }
}

extension ShareResolution {
  var json: JSONValue {
    switch self {
    case .found(let account, let statement, let devices):
      ["account": .bytes(account), "statement": statement.json, "devices": .number(devices)]
    case .unknown(let account):
      ["account": .bytes(account), "failure": "recipient_unknown"]
    case .untrusted(let account):
      ["account": .bytes(account), "failure": "recipient_untrusted"]
    }
  }
  init(_ json: JSONValue) throws {
    let account: AccountID = try json["account"].fixed()
    switch try json["failure"].map({ try $0.text() }) {
    case "recipient_unknown": self = .unknown(account)
    case "recipient_untrusted": self = .untrusted(account)
    default:
      self = .found(
        account, try StatementReference(json["statement"]),
        devices: Int(try json["devices"].number()))
    }
  }
}

extension ShareCompensation {
  var json: JSONValue {
    switch self {
    case .removeRoots(let roots): ["undo": "removeRoots", "roots": .list(roots) { .bytes($0) }]
    case .restoreRoots(let roots):
      ["undo": "restoreRoots", "replaced": .list(roots, \.json)]
    case .cancelStart: ["undo": "cancelStart"]
    }
  }
}

extension ShareDirective {
  var json: JSONValue {
    switch self {
    case .resolve(let accounts): ["to": "resolve", "accounts": .list(accounts) { .bytes($0) }]
    case .start(let id): ["to": "start", "actionID": .bytes(id)]
    case .abandonStart: ["to": "abandonStart"]
    case .issue(let accounts): ["to": "issue", "accounts": .list(accounts) { .bytes($0) }]
    case .update(let update):
      [
        "to": "update", "actionID": .bytes(update.actionID),
        "added": .list(update.added) { .bytes($0) },
        "removed": .list(update.removed) { .bytes($0) },
        "replaced": .list(update.replaced, \.json),
        "only": update.removesOnlyThese ? true : .null,
      ]
    case .abandonUpdate: ["to": "abandonUpdate"]
    case .upload(let roots): ["to": "upload", "roots": .list(roots, \.json)]
    case .resumeUpload: ["to": "resumeUpload"]
    case .forget(let roots): ["to": "forget", "roots": .list(roots) { .bytes($0) }]
    case .suspect(let roots): ["to": "suspect", "roots": .list(roots, \.json)]
    case .keep(let roots): ["to": "keep", "roots": .list(roots, \.json)]
    case .announce(let added, let removed):
      [
        "to": "announce", "added": .list(added, \.json),
        "removed": .list(removed) { .bytes($0) },
      ]
    case .giveBack(let failure): ["to": "giveBack", "failure": failure.json]
    case .compensate(let compensation, let id):
      ["to": "compensate", "compensation": compensation.json, "actionID": .bytes(id)]
    }
  }
}

extension ShareEvent {
  init(_ json: JSONValue) throws {
    func failure() throws -> ShareFailure { try ShareFailure(json["failure"]) }
    switch try json["is"].text() {
    case "begin": self = .begin
    case "resolved": self = .resolved(try json["resolutions"].list.map(ShareResolution.init))
    case "resolveFailed": self = .resolveFailed(try failure())
    case "started": self = .started(try ShareProcedure.Started(json["started"]))
    case "startFailed": self = .startFailed(try failure())
    case "startLost": self = .startLost(try failure())
    case "startTimedOut": self = .startTimedOut
    case "issued": self = .issued(try json["roots"].list.map(ShareProcedure.IssuedRoot.init))
    case "issueFailed": self = .issueFailed(try failure())
    case "updated": self = .updated(epoch: try json["epoch"].map { try $0.decimal() })
    case "updateFailed":
      self = .updateFailed(try failure(), isUnchanged: json["isUnchanged"].flag)
    case "updateTimedOut": self = .updateTimedOut
    case "uploaded": self = .uploaded
    case "devicesChanged": self = .devicesChanged
    case "uploadRefused": self = .uploadRefused(try failure())
    case "cancelled": self = .cancelled
    case "compensated": self = .compensated
    case "compensationFailed": self = .compensationFailed
    case "retry": self = .retry
    case "restarted": self = .restarted
    case let other: throw JSONValue.Mistake(description: "no event: \(other)")
    }
  }
}

extension ShareProcedure.Phase {
  var word: String {
    switch self {
    case .staged: "staged"
    case .resolving: "resolving"
    case .starting: "starting"
    case .startOverdue: "startOverdue"
    case .issuing: "issuing"
    case .updating: "updating"
    case .updateOverdue: "updateOverdue"
    case .uploading: "uploading"
    case .sent: "sent"
    case .compensating: "compensating"
    case .ended: "ended"
    }
  }
}
