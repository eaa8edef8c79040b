extension CollaborationRoutes {
  // MARK: Drives (decision 0030); files themselves go over WebDAV, below `/drive`

  public static let makeAppPassword = Route<MakeAppPassword, AppPasswordMade>(
    "makeAppPassword", .post, "/collab/v1/me/app-passwords", status: 201,
    summary: """
      Makes a password with which one program reaches the caller's drive, and nothing else. It is told this once.
      """,
    refusals: changes + [.notFound, .limitExceeded])
  public static let appPasswords = Route<NoBody, AppPasswordList>(
    "appPasswords", .get, "/collab/v1/me/app-passwords",
    summary: "The caller's app passwords, without the passwords.",
    refusals: [.forbidden, .notFound])
  public static let revokeAppPassword = Route<NoBody, NoBody>(
    "revokeAppPassword", .delete, "/collab/v1/me/app-passwords/{passwordID}", status: 204,
    summary: "From now on the password opens nothing.", refusals: changes)
  public static let driveBin = Route<NoBody, DriveBin>(
    "driveBin", .get, "/collab/v1/me/drive/bin",
    summary: "What was deleted from the caller's drive within 30 days, the newest first.",
    parameters: [.limit(200, default: 100), .nextPage], refusals: [.forbidden, .notFound])
  public static let restoreBinned = Route<NoBody, DrivePlace>(
    "restoreBinned", .post, "/collab/v1/me/drive/bin/{itemID}",
    summary: """
      Puts something back where it was, or into the drive itself where that is gone; under another name where its own \
      is taken.
      """,
    refusals: changes + [.conflict])
  public static let eraseBinned = Route<NoBody, NoBody>(
    "eraseBinned", .delete, "/collab/v1/me/drive/bin/{itemID}", status: 204,
    summary: "Erases something in the bin at once.", refusals: changes)
  public static let driveVersions = Route<NoBody, DriveVersions>(
    "driveVersions", .get, "/collab/v1/me/drive/versions",
    summary: "What a file of the caller's drive held before, the newest first; at most 20.",
    parameters: [
      RouteParameter(
        "path", .text, isRequired: true, "Of the file: names with a slash before each.")
    ],
    refusals: [.forbidden, .notFound, .methodNotAllowed, .invalidArguments, .limitExceeded])
  public static let driveVersion = Route<NoBody, RawBody>(
    "driveVersion", .get, "/collab/v1/me/drive/versions/{number}",
    summary: "The bytes of what a file held before, or a range of them (RFC 9110, section 14).",
    parameters: [
      RouteParameter(
        "path", .text, isRequired: true, "Of the file: names with a slash before each."),
      RouteParameter("Range", .text, in: .header, "One range of bytes."),
    ],
    refusals: [
      .forbidden, .notFound, .methodNotAllowed, .invalidArguments, .limitExceeded,
      .rangeNotSatisfiable,
    ])
  public static let restoreDriveVersion = Route<RestoreDriveVersion, DrivePlace>(
    "restoreDriveVersion", .post, "/collab/v1/me/drive/versions",
    summary: "Brings a version back; what the file holds now becomes one.",
    refusals: changes + [
      .notFound, .conflict, .invalidArguments, .limitExceeded, .quotaExceeded,
    ])

  static let aboutDrives = [
    makeAppPassword.description, appPasswords.description, revokeAppPassword.description,
    driveBin.description, restoreBinned.description, eraseBinned.description,
    driveVersions.description, driveVersion.description,
    restoreDriveVersion.description,
  ]
}
