import GroveIdentity
import GroveMessage

@testable import MessengerDomain

/// A write as both devices name it: what is done, and the members that matter.
extension MessengerChange {
  var json: JSONValue {
    switch self {
    case .set(let counter, let value):
      ["change": "set", "counter": .text(counter.rawValue), "value": .number(value)]
    case .storeAccount(let stored):
      [
        "change": "storeAccount", "account": .bytes(stored.account.accountID),
        "seq": .decimal(stored.account.chain.newest.seq),
      ]
    case .wantStatement(let account, let seq):
      ["change": "wantStatement", "account": .bytes(account), "seq": .decimal(seq)]
    case .raise(let alarm): alarm.json
    case .storeConversation(let record): record.json.with("change", "storeConversation")
    case .insertItem(let item): item.json
    case .setDelivery(let identity, let delivery):
      identity.json("setDelivery").with("delivery", delivery.json)
    case .replaceContent(let identity, let content):
      identity.json("replaceContent").with("content", content.json)
    case .setUndelivered(let message): message.json
    case .forgetUndelivered(let id): ["change": "forgetUndelivered", "messageID": .bytes(id)]
    case .remember(let identity, let at): identity.json("remember").with("at", .number(at))
    case .forgetRemembered(let before): ["change": "forgetRemembered", "before": .number(before)]
    case .hold(let envelope):
      [
        "change": "hold", "sequence": .decimal(envelope.sequence),
        "conversationID": .bytes(envelope.conversationID),
        "uploader": envelope.uploader.map { .bytes($0) } ?? .null,
        "envelope": .bytes(envelope.bytes),
      ]
    case .release(let sequence): ["change": "release", "sequence": .decimal(sequence)]
    case .ignore(let event):
      [
        "change": "ignore", "sequence": .decimal(event.sequence), "at": .number(event.at),
        "sender": event.sender.map { .bytes($0) } ?? .null, "reason": .text(event.reason),
      ]
    case .recordReceipt(let id, let account):
      ["change": "recordReceipt", "messageID": .bytes(id), "from": .bytes(account)]
    case .oweReceipt(let receipt): receipt.json.with("change", "oweReceipt")
    case .settleReceipts(let receipts):
      ["change": "settleReceipts", "receipts": .list(receipts, \.json)]
    case .toldPins(let id, let digest):
      ["change": "toldPins", "conversationID": .bytes(id), "digest": .bytes(digest)]
    case .enqueue(let id, let operation, let at):
      [
        "change": "enqueue", "operationID": .bytes(id), "operation": operation.json,
        "at": .number(at),
      ]
    case .requeue(let id, let operation):
      ["change": "requeue", "operationID": .bytes(id), "operation": operation.json]
    case .dequeue(let id): ["change": "dequeue", "operationID": .bytes(id)]
    case .sharing(let change): change.json
    }
  }
}

extension Alarm {
  var json: JSONValue {
    let signed = [
      evidence?.knownRecord.map { _ in "known" }, evidence?.otherRecord.map { _ in "other" },
    ]
    return [
      "change": "raise", "kind": .text(kind.rawValue), "account": .bytes(accountID),
      "reportedBy": reportedBy.map { .bytes($0) } ?? .null, "known": known?.json ?? .null,
      "other": other?.json ?? .null, "signed": .list(signed.compactMap(\.self)) { .text($0) },
    ]
  }
}

extension ConversationRecord {
  var json: JSONValue {
    [
      "conversationID": .bytes(conversationID), "name": name.map(JSONValue.text) ?? .null,
      "members": .list(members) { .bytes($0) }, "version": .decimal(version),
      "state": .text(state.rawValue), "requestedBy": requestedBy.map { .bytes($0) } ?? .null,
      "lastActivityAt": .number(lastActivityAt),
    ]
  }

  init(_ json: JSONValue) throws {
    self.init(
      conversationID: try json["conversationID"].fixed(),
      name: try json["name"].map { try $0.text() },
      members: try json["members"].list.map { try $0.fixed() },
      version: try json["version"].decimal(),
      state: State(rawValue: try json["state"].text()) ?? .active,
      requestedBy: try json["requestedBy"].map { try $0.fixed() },
      lastActivityAt: try json["lastActivityAt"].number())
  }
}

extension NewThreadItem {
  var json: JSONValue {
    [
      "change": "insertItem", "conversationID": .bytes(conversationID),
      "messageID": messageID.map { .bytes($0) } ?? .null, "sender": .bytes(sender),
      "senderDevice": senderDevice.map { .bytes($0) } ?? .null, "sentAt": .number(sentAt),
      "receivedAt": .number(receivedAt), "content": content.json,
      "isFromRemovedDevice": isFromRemovedDevice ? true : .null,
      "delivery": delivery?.json ?? .null,
    ]
  }
}

extension Delivery {
  var json: JSONValue {
    let (state, reason) = columns
    return ["state": .text(state), "reason": reason.map(JSONValue.text) ?? .null]
  }
}

extension ThreadContent {
  var json: JSONValue {
    switch self {
    case .text(let text, let attachment):
      [
        "kind": "text", "text": .text(text),
        "file": attachment.map { .text("\($0.name), \($0.size) bytes") } ?? .null,
      ]
    case .link(let link): ["kind": "link", "link": .text(link.link), "title": .text(link.title)]
    case .notice(let notice): ["kind": "notice", "text": .text(notice.text)]
    case .roster(let line):
      [
        "kind": "roster", "change": .text(line.kind.rawValue),
        "subjects": .list(line.subjects) { .bytes($0) },
        "text": line.text.map(JSONValue.text) ?? .null,
      ]
    case .security(let line):
      [
        "kind": "security", "change": .text(line.kind.rawValue), "account": .bytes(line.accountID),
      ]
    case .unknown(let code): ["kind": "unknown", "typeCode": .number(Int(code))]
    }
  }
}

extension MessageIdentity {
  func json(_ change: String) -> JSONValue {
    [
      "change": .text(change), "senderDevice": .bytes(senderDeviceID),
      "messageID": .bytes(messageID),
    ]
  }
}

extension Receipt {
  var json: JSONValue {
    ["conversationID": .bytes(conversationID), "to": .bytes(to), "messageID": .bytes(messageID)]
  }
}

extension Undelivery {
  var json: JSONValue { ["account": .bytes(accountID), "reason": .text(reason)] }
  init(_ json: JSONValue) throws {
    self.init(accountID: try json["account"].fixed(), reason: try json["reason"].text())
  }
}

extension UndeliveredMessage {
  var json: JSONValue {
    [
      "change": "setUndelivered", "messageID": .bytes(messageID), "people": .list(people, \.json),
      "attempts": .number(attempts), "nextAt": nextAt.map(JSONValue.number) ?? .null,
      "isKept": .bool(message != nil),
    ]
  }
}

extension OutboxOperation {
  var json: JSONValue {
    switch self {
    case .createConversation(let id, let members, let name):
      [
        "kind": "createConversation", "conversationID": .bytes(id),
        "members": .list(members) { .bytes($0) }, "name": name.map(JSONValue.text) ?? .null,
      ]
    case .changeConversation(let id, _, let add, let remove):
      [
        "kind": "changeConversation", "conversationID": .bytes(id),
        "add": .list(add) { .bytes($0) },
        "remove": .list(remove) { .bytes($0) },
      ]
    case .setPhoto(let id, let image):
      ["kind": "setPhoto", "conversationID": .bytes(id), "image": .bytes(image.bytes)]
    case .message(let message):
      [
        "kind": "message", "conversationID": .bytes(message.conversationID),
        "messageID": .bytes(message.messageID), "accounts": message.audience.json,
      ]
    }
  }
}

extension OutgoingMessage.Audience {
  /// Nothing for everybody in the conversation.
  var json: JSONValue {
    switch self {
    case .conversation: .null
    case .accounts(let accounts): .list(accounts) { .bytes($0) }
    }
  }
}
