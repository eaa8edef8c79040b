import GroveWire
import HTTPTypes

extension HTTPFields {
  /// Whether nobody is to be woken for what is sent (RFC 8030, 5.3).
  /// - Throws: `malformed` for another word.
  var isQuiet: Bool {
    get throws(Problem) {
      switch HTTPField.Name("Urgency").flatMap({ self[$0] }) {
      case nil, "normal", "high": false
      case "low", "very-low": true
      default: throw Problem(.malformed, detail: "Urgency")
      }
    }
  }
}
