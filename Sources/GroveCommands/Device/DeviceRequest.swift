/// One line that a controlling program writes to `grove device`: what the person at that device does.
struct DeviceRequest: Codable, Sendable {
  /// Everything a person can do on one device, in the messenger and in the app.
  enum Verb: String, Codable, Sendable, CaseIterable {
    // The messenger
    case signUp, beginLink, completeLink, linkDevice, devices, removeDevice
    case createConversation, addMember, removeMember, sendText, thread, offers, applyOffer
    case requests, acceptRequest, block
    case highlights, refreshShare, alarms
    // The app
    case appSignUp, appSignIn, createDocument, readDocument, append, participants, rename
    case share, knock, knocks, answerKnock, follow, followed
    // Between them
    case open, notice, mention
    // The drive, and records of another app
    case appPassword, stopSharing
    case saveZone, saveRecord, deleteRecord, zoneChanges, shareZone, enterZone
  }

  var verb: Verb
  /// Texts; bytes go as base64url.
  var arguments: [String: String]
}

/// The line that answers it.
struct DeviceReply: Codable, Sendable {
  /// Absent when it worked; otherwise a stable code.
  var code: String?
  /// A sentence about the code.
  var detail: String?
  /// What was found out, by name.
  var values: [String: String]
  /// Lists: one row per entry.
  var rows: [[String: String]]

  init(
    code: String? = nil, detail: String? = nil, values: [String: String] = [:],
    rows: [[String: String]] = []
  ) {
    self.code = code
    self.detail = detail
    self.values = values
    self.rows = rows
  }

  /// A value that must be there.
  /// - Throws: `CommandFailure` naming the missing value.
  func value(_ name: String) throws -> String {
    guard let value = values[name] else { throw CommandFailure("The device did not say \(name).") }
    return value
  }
}
