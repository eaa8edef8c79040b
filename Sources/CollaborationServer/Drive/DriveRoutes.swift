import CollaborationDomain
import DriveDomain
import GroveIdentity
import GroveServing
import GroveWire

extension GroveRouter where Authenticator == AppAuthenticator {
  /// App passwords, the bin, versions and sharing: what WebDAV has no words for.
  /// - Parameter calls: nil where this server has no drives; all of it is `not_found` then.
  func addDriveRoutes(_ calls: DriveCalls?, rate: RateLimit) {
    on(CollaborationRoutes.makeAppPassword, limits: RouteLimits(perCaller: rate)) {
      request, caller in
      try await Problem.served(calls).makePassword(request.body.name, for: caller)
    }
    on(CollaborationRoutes.appPasswords) { _, caller in
      let found = try await Problem.served(calls).answering {
        try await $0.look(by: $0.call(caller)) { try AppPasswordRules.list(for: $0, reading: $1) }
      }
      return AppPasswordList(passwords: found.map(AppPasswordEntry.init))
    }
    on(CollaborationRoutes.revokeAppPassword) { request, caller in
      let id = try request.parameter("passwordID")
      try await Problem.served(calls).answering { calls in
        let hash = try await calls.change(by: calls.call(caller)) {
          try AppPasswordRules.revoke(id, for: $0, reading: $1)
        }
        calls.entrance.forget(hash)
      }
      return NoBody()
    }
    addBinRoutes(calls)
    addVersionRoutes(calls, rate: rate)
    addDriveShareRoutes(calls, limits: RouteLimits(perCaller: rate))
  }

  private func addBinRoutes(_ calls: DriveCalls?) {
    on(CollaborationRoutes.driveBin) { request, caller in
      let limit = try request.query.number("limit", in: 1...200, default: 100)
      let place = try request.query["after"].map { text in
        try Problem.refusing("after") { try DriveNodeID(Base64URL.decode(text)) }
      }
      let found = try await Problem.served(calls).answering {
        try await $0.look(by: $0.call(caller)) {
          try BinRules.list(after: place, limit: limit, for: $0, reading: $1)
        }
      }
      return DriveBin(
        items: found.map(DriveBinItem.init),
        next: found.count < limit ? nil : found.last?.id.base64url)
    }
    on(CollaborationRoutes.restoreBinned) { request, caller in
      let id = try request.parameter("itemID") { try DriveNodeID(Base64URL.decode($0)) }
      let path = try await Problem.served(calls).answering {
        try await $0.change(by: $0.call(caller)) {
          try BinRules.restore(id, for: $0, reading: $1)
        }
      }
      return DrivePlace(path: path.text)
    }
    on(CollaborationRoutes.eraseBinned) { request, caller in
      let id = try request.parameter("itemID") { try DriveNodeID(Base64URL.decode($0)) }
      try await Problem.served(calls).answering {
        try await $0.change(by: $0.call(caller)) { try BinRules.erase(id, for: $0, reading: $1) }
      }
      return NoBody()
    }
  }

  private func addVersionRoutes(_ calls: DriveCalls?, rate: RateLimit) {
    on(CollaborationRoutes.driveVersions) { request, caller in
      guard let text = try request.query["path"] else {
        throw Problem(.malformed, detail: "query parameter path")
      }
      let found = try await Problem.served(calls).answering {
        let path = try DriveAddress.path(plain: text)
        return try await $0.look(by: $0.call(caller)) {
          try VersionRules.list(path, for: $0, reading: $1)
        }
      }
      return DriveVersions(versions: found.map(DriveVersionEntry.init))
    }
    onDownload(CollaborationRoutes.driveVersion, limits: RouteLimits(perCaller: rate)) {
      request, caller in
      let number = try request.parameter("number") { try DecimalUInt64(text: $0).value }
      guard let text = try request.query["path"] else {
        throw Problem(.malformed, detail: "query parameter path")
      }
      let head = request.head
      return try await Problem.served(calls).answering {
        try await $0.version(number, of: DriveAddress.path(plain: text), for: head, $0.call(caller))
      }
    }
    on(CollaborationRoutes.restoreDriveVersion) { request, caller in
      let (text, number) = (request.body.path, request.body.number.value)
      try await Problem.served(calls).answering { calls in
        let (path, quota) = (try DriveAddress.path(plain: text), calls.quota)
        _ = try await calls.change(by: calls.call(caller)) {
          try VersionRules.restore(number, of: path, quota: quota, for: $0, reading: $1)
        }
      }
      return DrivePlace(path: text)
    }
  }
}

extension Problem {
  static func served(_ calls: DriveCalls?) throws(Problem) -> DriveCalls {
    guard let calls else { throw Problem(.notFound) }
    return calls
  }
}

extension DriveCalls {
  func call(_ caller: Caller) -> DriveCall { DriveCall(Call(caller, at: core.now())) }

  /// Refusals as the routes of the table answer them.
  func answering<Value: Sendable>(
    _ body: @Sendable (DriveCalls) async throws -> Value
  ) async throws -> Value {
    do {
      return try await body(self)
    } catch let refusal as DriveRefusal {
      throw DriveAnswers.problem(refusal)
    }
  }

  fileprivate func makePassword(_ name: String, for caller: Caller) async throws
    -> AppPasswordMade
  {
    let isPlain = name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    guard (1...DriveLimits.passwordNameBytes).contains(name.utf8.count), isPlain else {
      throw Problem(.malformed, detail: "name")
    }
    let text = AppPasswordText.make(random: core.random(AppPasswordText.randomBytes))
    let hash = AppPasswordText.hash(text)
    let root = DriveNodeID(unchecked: core.random(DriveNodeID.byteCount))
    let made = try await answering {
      try await $0.change(by: $0.call(caller)) {
        try AppPasswordRules.make(hash, named: name, root: root, for: $0, reading: $1)
      }
    }
    return AppPasswordMade(
      passwordID: made.id, name: name, password: text, createdAt: DecimalUInt64(made.createdAt))
  }
}

extension DriveAddress {
  /// A path as people read it.
  static func path(plain text: String) throws -> DrivePath {
    guard text.hasPrefix("/") else { throw Problem(.malformed, detail: "path") }
    return try DrivePath(
      text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map {
        try DriveName(String($0))
      })
  }
}

extension AppPasswordEntry {
  fileprivate init(_ password: AppPassword) {
    self.init(
      passwordID: password.id, name: password.name, createdAt: DecimalUInt64(password.createdAt),
      lastUsedAt: password.lastUsedAt == 0 ? nil : DecimalUInt64(password.lastUsedAt))
  }
}

extension DriveBinItem {
  fileprivate init(_ node: DriveNode) {
    self.init(
      itemID: node.id.base64url, name: node.name?.text ?? "", from: node.binned?.from ?? "",
      isFolder: node.isFolder, size: DecimalUInt64(node.content?.size ?? 0),
      deletedAt: DecimalUInt64(node.binned?.at ?? 0))
  }
}

extension DriveVersionEntry {
  fileprivate init(_ version: DriveVersion) {
    self.init(
      number: DecimalUInt64(version.number), size: DecimalUInt64(version.content.size),
      modifiedAt: DecimalUInt64(version.modifiedAt),
      replacedAt: DecimalUInt64(version.replacedAt))
  }
}
