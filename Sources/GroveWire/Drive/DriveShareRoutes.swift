extension CollaborationRoutes {
  // MARK: Sharing files; people take part in them by the routes of collaborations

  public static let shareDriveItem = Route<ShareDriveItem, DriveShareState>(
    "shareDriveItem", .post, "/collab/v1/me/drive/shares",
    summary: """
      Shares a file or folder of the caller's drive; what is shared already is shared as said now. Who takes part finds it \
      below `Shared` in their own drive. One for invited people that nobody was invited to is gone after an hour.
      """,
    refusals: changes + [.notFound, .gone, .conflict, .invalidArguments, .limitExceeded])
  public static let driveShares = Route<NoBody, DriveShareList>(
    "driveShares", .get, "/collab/v1/me/drive/shares",
    summary: "What the caller shares of its drive.",
    parameters: [.limit(200, default: 100), .nextPage], refusals: [.forbidden, .notFound])
  public static let sharedDriveItems = Route<NoBody, DriveShareList>(
    "sharedDriveItems", .get, "/collab/v1/me/drive/shared",
    summary: """
      What others share with the caller, in the order in which sharing began; the newest 200. Of several with one name \
      the first keeps it below `Shared`, the others have a number behind it.
      """,
    refusals: [.forbidden, .notFound])
  public static let driveShare = Route<NoBody, DriveShareState>(
    "driveShare", .get, "/collab/v1/me/drive/shares/{collaborationID}",
    summary: "The file or folder that a link leads to; `not_found` for a link to something else.",
    refusals: [.forbidden, .notFound, .gone])
  public static let changeDriveShare = Route<DriveShareTerms, DriveShareState>(
    "changeDriveShare", .put, "/collab/v1/me/drive/shares/{collaborationID}",
    summary: """
      Shares it differently (owner only). Where whoever has the link may not come in any more, those who came so are out \
      at once.
      """,
    refusals: changes + [.notFound, .gone])

  static let aboutDriveShares = [
    shareDriveItem.description, driveShares.description, sharedDriveItems.description,
    driveShare.description, changeDriveShare.description,
  ]
}
