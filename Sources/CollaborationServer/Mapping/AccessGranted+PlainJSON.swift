import GroveIdentity
import GroveServing
package import GroveWire

extension AccessGranted: PlainJSONEncodable {
  package var plainJSON: [UInt8]? {
    var writer = PlainJSONWriter()
    writer.add("documentID", documentID)
    writer.add("epoch", String(epoch.value))
    writer.add("result", result.rawValue)
    writer.add("root", root.base64url)
    writer.add("title", title)
    return writer.finish()
  }
}
