extension CollaborationRoutes {
  // MARK: Assets and queries (decision 0029)

  public static let announceAsset = Route<AnnounceAsset, AssetUpload>(
    "announceAsset", .post, "/collab/v1/containers/{container}/assets",
    summary: """
      Begins the upload of a file's bytes, or says where it stands. Bytes that the caller has uploaded within the \
      last day are complete at once.
      """,
    refusals: changes + [
      .badContainer, .limitExceeded, .quotaExceeded, .invalidArguments,
    ])
  public static let sendAsset = Route<RawBody, AssetUpload>(
    "sendAsset", .put, "/collab/v1/containers/{container}/assets/{sha256}",
    summary: """
      The next bytes of an announced file, at most 32 MiB. What arrived of a piece that broke off is kept. With the \
      last one the hash is compared; where it differs, everything is forgotten.
      """,
    parameters: [
      RouteParameter("offset", .decimal, isRequired: true, "How many bytes are there already.")
    ],
    refusals: changes + [.badContainer, .assetMissing, .uploadOffset, .assetDiffers])
  public static let recordAsset = Route<NoBody, RawBody>(
    "recordAsset", .get, "/collab/v1/containers/{container}/asset",
    summary: """
      The bytes that a field of a record names, or a range of them (RFC 9110, section 14); the `ETag` is their SHA-256 \
      in base64url.
      """,
    parameters: [
      RouteParameter("scope", .text, isRequired: true, "`public`, `private` or `shared`."),
      RouteParameter("zone", .text, isRequired: true, "The zone's name."),
      RouteParameter("owner", .text, "Of a shared database: whose zone."),
      RouteParameter("record", .text, isRequired: true, "The record's name."),
      RouteParameter("field", .text, isRequired: true, "The field's name."),
      RouteParameter("index", .decimal, "Which element, where the field is a list."),
      RouteParameter("Range", .text, in: .header, "One range of bytes."),
    ],
    refusals: [
      .forbidden, .badContainer, .zoneNotFound, .unknownItem, .rangeNotSatisfiable,
    ])
  public static let queryRecords = Route<QueryRecords, RecordsQueried>(
    "queryRecords", .post, "/collab/v1/containers/{container}/records/query",
    summary:
      "Records of one type that fulfil conditions, in an order, a page at a time; `limit` is 1 to 400.",
    refusals: changes + [
      .badContainer, .zoneNotFound, .invalidArguments, .limitExceeded, .tokenExpired,
    ])

  static let aboutAssetsAndQueries = [
    announceAsset.description, sendAsset.description, recordAsset.description,
    queryRecords.description,
  ]
}
