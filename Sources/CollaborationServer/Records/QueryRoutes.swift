import CollaborationDomain
import GroveIdentity
import GroveServing
import GroveWire
import RecordDomain

extension GroveRouter where Authenticator == AppAuthenticator {
  /// Queries (decision 0029, 9).
  func addQueryRoutes(_ calls: RecordCalls) {
    let rate = calls.core.configuration.rates.records
    on(CollaborationRoutes.queryRecords, limits: calls.limits(body: 1 << 20, rate)) {
      request, caller in
      let container = try await calls.container(of: request.parameter("container"), for: caller)
      let body = request.body
      _ = try PageLimit.of(body.limit, upTo: RecordLimits.pageEntries)
      let query = try Problem.refusing("query") { try RecordQuery(body, in: container) }
      let cursor = try body.cursor.map { try QueryCursor.given($0.bytes) }
      let page = try await calls.look(by: caller) {
        try QueryRules.find(query, from: cursor, for: $0, reading: $1)
      }
      let naming = try await calls.naming(
        page.records.map(\.record), in: container, fields: body.fields, for: caller)
      return RecordsQueried(
        records: page.records.map {
          FoundRecord(zone: $0.zone.text, record: naming.body($0.record))
        },
        cursor: try page.cursor.map { Base64URLBytes(try $0.bytes()) })
    }
  }
}

extension QueryCursor {
  /// What is no cursor of ours is one of another question.
  fileprivate static func given(_ bytes: [UInt8]) throws(Problem) -> QueryCursor {
    do {
      return try QueryCursor(bytes)
    } catch {
      throw Problem(.tokenExpired)
    }
  }
}

extension RecordQuery {
  /// - Throws: `malformed`.
  fileprivate init(_ body: QueryRecords, in container: ContainerID) throws {
    let owner = try body.owner.map { try RecordUserName($0) }
    // A page may have another size and other fields than the one before.
    var question = body
    question.cursor = nil
    question.limit = nil
    question.fields = nil
    self.init(
      container: container, scope: ZoneAddress.Scope(body.scope), owner: owner,
      zone: try body.zone.map { try ZoneName($0) }, type: try RecordType(body.type),
      conditions: try body.conditions.map { try QueryCondition($0) },
      sort: try body.sort.map { sort in
        QuerySort(
          try QueryKey(field: sort.field, metadata: sort.metadata),
          isDescending: sort.isDescending)
      },
      limit: body.limit ?? RecordLimits.pageEntries,
      digest: RecordQuery.digest(try StrictJSON.encode(question)))
  }
}

extension QueryCondition {
  fileprivate init(_ body: RecordCondition) throws {
    self.init(
      try QueryKey(field: body.field, metadata: body.metadata), Comparison(body.comparison),
      try body.values.map { try FieldValue(element: $0) },
      isOfAnyElement: body.ofAnyElement ?? false, isNegated: body.isNegated ?? false)
  }
}

extension QueryKey {
  fileprivate init(field: String?, metadata: RecordMetadata?) throws {
    switch (field, metadata) {
    case (let field?, nil): self = .field(try FieldName(field))
    case (nil, .name?): self = .name
    case (nil, .parent?): self = .parent
    case (nil, .creator?): self = .creator
    case (nil, .modifier?): self = .modifier
    case (nil, .createdAt?): self = .createdAt
    case (nil, .modifiedAt?): self = .modifiedAt
    default: throw IdentityError(.malformed, "a field or what a record has beside its fields")
    }
  }
}

extension QueryCondition.Comparison {
  fileprivate init(_ body: RecordCondition.Comparison) {
    switch body {
    case .equal: self = .equal
    case .notEqual: self = .notEqual
    case .less: self = .less
    case .lessOrEqual: self = .lessOrEqual
    case .greater: self = .greater
    case .greaterOrEqual: self = .greaterOrEqual
    case .between: self = .between
    case .beginsWith: self = .beginsWith
    case .oneOf: self = .oneOf
    }
  }
}
