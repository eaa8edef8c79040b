import CollaborationDomain
import CollaborationServer
import GroveIdentity
import GroveServing
import RecordDomain

/// Writes the records of an account, a file for each container and a line for each record.
struct RecordExport {
  let label: AccountLabel
  let folder: String

  func write(reading reader: any RecordReader) throws -> [AccountExport.Contents.Container] {
    try reader.containers(of: label).map { container in
      var places = try RecordContents.zones(of: label, in: container, reading: reader).map {
        Place(zone: $0, creator: nil)
      }
      if let zone = try RecordContents.publicZone(of: container, reading: reader) {
        places.append(Place(zone: zone, creator: label))
      }
      return AccountExport.Contents.Container(
        container: container.text, user: try reader.user(label, in: container)?.name.text ?? "",
        records: try write(places, of: container, reading: reader))
    }
  }

  private struct Place {
    var zone: ZoneRecord
    /// Whose records; nil: all.
    var creator: AccountLabel?
    /// Where the next page begins.
    var number: UInt64 = 0
  }

  private func write(
    _ places: [Place], of container: ContainerID, reading reader: any RecordReader
  ) throws -> Int {
    var (places, count) = (places[...], 0)
    try AtomicFile.write(to: folder + "/" + container.text + ".jsonl") {
      // An empty piece is the end.
      while var place = places.first {
        let page = try RecordContents.page(
          of: place.zone.id, after: place.number, by: place.creator, reading: reader)
        place.number = page.next ?? 0
        if page.next == nil { places.removeFirst() } else { places[places.startIndex] = place }
        count += page.records.count
        guard !page.records.isEmpty else { continue }
        return try page.records.flatMap { record in
          try ExportedRecord.line(record, in: place.zone, reading: reader) + [UInt8(ascii: "\n")]
        }
      }
      return []
    }
    return count
  }
}
