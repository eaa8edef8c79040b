import CollaborationDomain
import GroveIdentity

/// One page of a query on its way.
struct QueryWork {
  /// A zone, or what of it hangs below one share.
  struct Segment {
    var access: ZoneAccess
    var share: RecordName?
  }

  let query: RecordQuery
  let segments: [Segment]
  let reader: any RecordReader
  private(set) var found: [QueryRules.Page.Found] = []
  /// Where the next page begins; nil at the end.
  private(set) var next: QueryCursor?
  private let limit: Int
  /// Records that may still be read.
  private var left = RecordLimits.queriedRecords
  /// Comparisons that may still be made: a list of ten thousand elements is compared as often with each value.
  private var comparisons = RecordLimits.comparisons
  /// Of those that were read, and of those that were found.
  private var readBytes = 0
  private var foundBytes = 0

  init(_ query: RecordQuery, zones: [ZoneAccess], reader: any RecordReader) {
    self.query = query
    self.reader = reader
    limit = min(max(query.limit, 1), RecordLimits.pageEntries)
    segments = zones.flatMap { access in
      access.visibleShares?.map { Segment(access: access, share: $0) }
        ?? [Segment(access: access, share: nil)]
    }
  }

  /// Along what a segment is gone. What is not shared is not even passed by: where a page ends says nothing of it.
  private func paths(of segment: Segment) -> [QueryPath] {
    segment.share.map { [.below($0)] } ?? query.paths
  }

  private var isFull: Bool {
    found.count >= limit || foundBytes >= RecordLimits.pageBytes || left <= 0
      || readBytes >= RecordLimits.heldBytes || comparisons <= 0
  }

  // MARK: Not sorted

  mutating func walk(from cursor: QueryCursor?) throws {
    for segment in segments {
      let zone = segment.access.zone.id
      if let cursor, (zone, segment.share) < (cursor.zone, cursor.share) { continue }
      let isHere = cursor.map { $0.zone == zone && $0.share == segment.share } ?? false
      for (index, path) in paths(of: segment).enumerated() {
        var place: IndexPlace?
        if isHere, let cursor {
          guard index >= cursor.path else { continue }
          if index == cursor.path, let name = cursor.name {
            place = IndexPlace(key: cursor.keys.first ?? nil, name: name)
          }
        }
        let isBegun = !isFull
        let end = isBegun ? try walk(along: path, in: segment, after: place) : nil
        guard !isBegun || end != nil else { continue }
        next = QueryCursor(
          digest: query.digest, zone: zone, share: segment.share, path: index,
          keys: end.map { [$0.key] } ?? [], name: end?.name)
        return
      }
    }
  }

  /// - Returns: the row where the page is full; nil at the path's end.
  private mutating func walk(
    along path: QueryPath, in segment: Segment, after start: IndexPlace?,
    isDescending: Bool = false, where fits: (StoredRecord) -> Bool = { _ in true }
  ) throws -> IndexPlace? {
    var place = start
    while true {
      // A look at an index costs about what a record does.
      left -= 1
      let rows = try reader.rows(
        along: path, of: query.type, in: segment.access.zone.id, after: place,
        isDescending: isDescending, limit: RecordLimits.pageEntries)
      for row in rows {
        // Full before this one: the one before is where it ends, and there is always one.
        if isFull, let place { return place }
        place = row
        guard let record = try read(row.name, in: segment), fits(record) else { continue }
        take(record, in: segment)
      }
      guard rows.count == RecordLimits.pageEntries else { return nil }
    }
  }

  private mutating func read(_ name: RecordName, in segment: Segment) throws -> StoredRecord? {
    left -= 1
    guard let record = try reader.record(name, in: segment.access.zone.id) else { return nil }
    readBytes += record.size
    guard record.type == query.type, segment.access.sees(record) else { return nil }
    for condition in query.conditions {
      comparisons -= condition.cost(for: record)
      guard condition.holds(for: record) else { return nil }
    }
    return record
  }

  private mutating func take(_ record: StoredRecord, in segment: Segment) {
    found.append(.init(zone: segment.access.zone.key.name, record: record))
    foundBytes += record.size
  }

  // MARK: Sorted along an index

  /// What it is sorted by, where an index has that order.
  var onlySort: QuerySort? {
    guard query.sort.count == 1, segments.count == 1, segments[0].share == nil else { return nil }
    return query.sort[0]
  }

  mutating func walk(by sort: QuerySort, from cursor: QueryCursor?) throws {
    let segment = segments[0]
    if let cursor {
      guard cursor.zone == segment.access.zone.id, cursor.keys.count == 1 else {
        throw RecordRefusal.tokenExpired
      }
    }
    let start = cursor.flatMap { cursor in
      cursor.name.map { IndexPlace(key: cursor.keys[0], name: $0) }
    }
    if cursor == nil || start?.key != nil {
      let isNamed = sort.key == .name
      let end = try walk(
        along: path(of: sort.key), in: segment,
        after: isNamed ? start.map { IndexPlace(key: nil, name: $0.name) } : start,
        isDescending: sort.isDescending)
      if let end {
        next = place(isNamed ? .reference(end.name) : end.key, end.name)
        return
      }
    }
    // Those without the field come last.
    guard case .field = sort.key else { return }
    guard !isFull else {
      next = place(nil, nil)
      return
    }
    let end = try walk(
      along: .names, in: segment, after: start?.key == nil ? start : nil,
      isDescending: sort.isDescending, where: { $0.key(for: sort.key) == nil })
    if let end { next = place(nil, end.name) }
  }

  private func path(of key: QueryKey) -> QueryPath {
    switch key {
    case .field(let name): .values(name, ofElements: false, query.range(of: key))
    case .createdAt: .created(query.range(of: key))
    case .modifiedAt: .modified(query.range(of: key))
    case .name, .parent, .creator, .modifier: .names
    }
  }

  private func place(_ key: IndexKey?, _ name: RecordName?) -> QueryCursor {
    QueryCursor(
      digest: query.digest, zone: segments[0].access.zone.id, keys: [key], name: name)
  }

  // MARK: Sorted whole

  /// A record's name with what it is sorted by. The record itself is read again when its page comes: sixteen megabytes of
  /// them, held at once, are ten times as much in memory.
  struct Sorted {
    var keys: [IndexKey?]
    var segment: Segment
    var name: RecordName
  }

  /// Everything that fulfils the conditions; nil where more rows would have to be read than may.
  mutating func gathered() throws -> [Sorted]? {
    var rows: [(Segment, RecordName)] = []
    var looks = 0
    for segment in segments {
      for path in paths(of: segment) {
        looks += 1
        let most = RecordLimits.queriedRecords - rows.count + 1
        rows += try reader.rows(
          along: path, of: query.type, in: segment.access.zone.id, after: nil,
          isDescending: false, limit: most
        ).map { (segment, $0.name) }
        guard max(rows.count, looks) <= RecordLimits.queriedRecords else { return nil }
      }
    }
    var all: [Sorted] = []
    for (segment, name) in rows {
      let record = try read(name, in: segment)
      guard readBytes <= RecordLimits.heldBytes, comparisons > 0 else {
        beginAnew()
        return nil
      }
      guard let record else { continue }
      all.append(
        Sorted(
          keys: query.sort.map { record.key(for: $0.key) }, segment: segment, name: name))
    }
    beginAnew()
    return all
  }

  /// What was gathered does not count as a page's.
  private mutating func beginAnew() {
    (left, readBytes) = (RecordLimits.queriedRecords, 0)
    comparisons = RecordLimits.comparisons
  }

  mutating func sort(_ all: [Sorted], from cursor: QueryCursor?) throws {
    if let cursor, cursor.keys.count != query.sort.count { throw RecordRefusal.tokenExpired }
    let rest = all.filter { one in
      guard let cursor else { return true }
      guard let name = cursor.name else { return one.keys == cursor.keys }
      return comes((cursor.keys, cursor.zone, name), before: one.place)
    }
    var last: Sorted.Place?
    for one in rest.sorted(by: { comes($0.place, before: $1.place) }) {
      if isFull, let last {
        next = QueryCursor(
          digest: query.digest, zone: last.zone, keys: last.keys, name: last.name)
        return
      }
      if let record = try reader.record(one.name, in: one.segment.access.zone.id) {
        take(record, in: one.segment)
      }
      last = one.place
    }
  }

  /// Along an index that is gone backwards names go backwards too.
  private func comes(_ left: Sorted.Place, before right: Sorted.Place) -> Bool {
    for (sort, (one, other)) in zip(query.sort, zip(left.keys, right.keys)) {
      switch (one, other) {
      case (nil, nil): continue
      case (nil, _?): return false
      case (_?, nil): return true
      case (let one?, let other?):
        if one < other { return !sort.isDescending }
        if other < one { return sort.isDescending }
      }
    }
    let isDescending = query.sort.last?.isDescending ?? false
    let (one, other) = ((left.zone, left.name), (right.zone, right.name))
    return isDescending ? other < one : one < other
  }
}

extension QueryWork.Sorted {
  typealias Place = (keys: [IndexKey?], zone: ZoneID, name: RecordName)

  var place: Place { (keys, segment.access.zone.id, name) }
}

/// Segments in their order: by zone, then by share.
private func < (left: (ZoneID, RecordName?), right: (ZoneID, RecordName?)) -> Bool {
  guard left.0 == right.0 else { return left.0 < right.0 }
  switch (left.1, right.1) {
  case (let one?, let other?): return one < other
  case (nil, _?): return true
  default: return false
  }
}
