import GroveIdentity
import GroveServing
import GroveWire

extension UploadEnvelopes: PlainJSONDecodable {
  /// `{"envelopes":["…","…"]}` with nothing else in it but spaces.
  package init?(plainJSON text: [UInt8]) {
    var reader = PlainJSONReader(text)
    guard reader.take("{"), reader.takeText()?.elementsEqual("envelopes".utf8) == true,
      reader.take(":"),
      reader.take("[")
    else { return nil }
    var envelopes: [Base64URLBytes] = []
    repeat {
      guard let text = reader.takeText(), let bytes = try? Base64URL.decode(utf8: text) else {
        return nil
      }
      envelopes.append(Base64URLBytes(bytes))
    } while reader.take(",")
    guard reader.take("]"), reader.take("}"), reader.isAtEnd else { return nil }
    self.init(envelopes: envelopes)
  }
}
