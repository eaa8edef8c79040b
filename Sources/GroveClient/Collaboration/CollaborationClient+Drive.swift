public import GroveIdentity
public import GroveWire

extension CollaborationClient {
  /// A password with which one program reaches the drive, told this once. Refused with `limit_exceeded`; `not_found`
  /// where the server has no drives.
  public func makeAppPassword(named name: String) async throws(ClientError) -> AppPasswordMade {
    try await caller.call(CollaborationRoutes.makeAppPassword, .json(MakeAppPassword(name: name)))
  }

  /// The account's app passwords, without the passwords.
  public func appPasswords() async throws(ClientError) -> [AppPasswordEntry] {
    try await caller.call(CollaborationRoutes.appPasswords).passwords
  }

  /// From now on the password opens nothing. Refused with `not_found`.
  public func revokeAppPassword(_ id: String) async throws(ClientError) {
    _ = try await caller.call(CollaborationRoutes.revokeAppPassword, path: [id])
  }

  /// What was deleted within 30 days, a page at a time, the newest first.
  public func driveBin(after place: String? = nil) async throws(ClientError) -> DriveBin {
    try await caller.call(
      CollaborationRoutes.driveBin, query: place.map { [("after", $0)] } ?? [])
  }

  /// Puts something back. Refused with `not_found`.
  public func restoreBinned(_ id: String) async throws(ClientError) -> DrivePlace {
    try await caller.call(CollaborationRoutes.restoreBinned, path: [id])
  }

  /// Erases something in the bin. Refused with `not_found`.
  public func eraseBinned(_ id: String) async throws(ClientError) {
    _ = try await caller.call(CollaborationRoutes.eraseBinned, path: [id])
  }

  /// Shares a file or folder, or shares it differently. Refused with `not_found`, `forbidden` for what is not the caller's,
  /// `gone` where a retry names what was stopped since.
  public func shareDriveItem(_ body: ShareDriveItem) async throws(ClientError) -> DriveShareState {
    try await caller.call(CollaborationRoutes.shareDriveItem, .json(body))
  }

  /// What the account shares, a page at a time.
  public func driveShares(after place: String? = nil) async throws(ClientError) -> DriveShareList {
    try await caller.call(
      CollaborationRoutes.driveShares, query: place.map { [("after", $0)] } ?? [])
  }

  /// What others share with the account.
  public func sharedDriveItems() async throws(ClientError) -> [DriveShareState] {
    try await caller.call(CollaborationRoutes.sharedDriveItems).shares
  }

  /// The file or folder that a link leads to. Refused with `not_found`, `gone`.
  public func driveShare(_ id: CollaborationID) async throws(ClientError) -> DriveShareState {
    try await caller.call(CollaborationRoutes.driveShare, path: [id.text])
  }

  /// Shares it differently. Refused with `forbidden` to participants.
  public func changeDriveShare(_ id: CollaborationID, to terms: DriveShareTerms)
    async throws(ClientError) -> DriveShareState
  {
    try await caller.call(CollaborationRoutes.changeDriveShare, .json(terms), path: [id.text])
  }

  /// What a file held before. Refused with `not_found`.
  public func driveVersions(of path: String) async throws(ClientError) -> [DriveVersionEntry] {
    try await caller.call(CollaborationRoutes.driveVersions, query: [("path", path)]).versions
  }

  /// Brings a version back. Refused with `not_found`, `conflict` where the file is locked.
  public func restoreDriveVersion(_ body: RestoreDriveVersion) async throws(ClientError)
    -> DrivePlace
  {
    try await caller.call(CollaborationRoutes.restoreDriveVersion, .json(body))
  }
}
