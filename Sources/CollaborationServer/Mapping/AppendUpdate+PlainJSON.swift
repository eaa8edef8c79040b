import GroveIdentity
import GroveServing
package import GroveWire

/// What is read and written for every few letters that somebody types.
extension AppendUpdate: PlainJSONDecodable {
  /// An update that mentions nobody.
  package init?(plainJSON text: [UInt8]) {
    var members: [Member: ArraySlice<UInt8>] = [:]
    var reader = PlainJSONReader(text)
    let isPlain = reader.takeObject { name, text in
      guard let member = Member(name) else { return false }
      return members.updateValue(text, forKey: member) == nil
    }
    guard isPlain, let id = members[.updateID].flatMap({ try? Base64URL.decode(utf8: $0) }),
      let updateID = try? RequestID(id),
      let kind = members[.kind].flatMap({
        UpdateKind(rawValue: String(decoding: $0, as: UTF8.self))
      }),
      let data = members[.data].flatMap({ try? Base64URL.decode(utf8: $0) })
    else { return nil }
    var firstLines: String?
    if let text = members[.firstLines] {
      guard let valid = String(validating: text, as: UTF8.self) else { return nil }
      firstLines = valid
    }
    self.init(
      updateID: updateID, kind: kind, data: Base64URLBytes(data), firstLines: firstLines)
  }

  private enum Member: CaseIterable {
    case updateID, kind, data, firstLines

    init?(_ name: ArraySlice<UInt8>) {
      switch name.count {
      case 8 where name.elementsEqual("updateID".utf8): self = .updateID
      case 4 where name.elementsEqual("kind".utf8): self = .kind
      case 4 where name.elementsEqual("data".utf8): self = .data
      case 10 where name.elementsEqual("firstLines".utf8): self = .firstLines
      default: return nil
      }
    }
  }
}

extension UpdateAppended: PlainJSONEncodable {
  package var plainJSON: [UInt8]? {
    var writer = PlainJSONWriter(capacity: 40)
    writer.add("sequence", String(sequence.value))
    return writer.finish()
  }
}
