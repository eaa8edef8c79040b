import Foundation
import GroveIdentity
import SharedWithYouCore

/// What this module's classes put into an archive: one blob in a form of our own. An archive is for the app's own
/// copies; what it holds is checked as text before anything is made of it, since damaged archives can end a process
/// on this platform where their objects are taken from them one by one.
extension NSCoder {
  private static let key = "grove"

  /// - Returns: nil where there is nothing of that form. The coder is given no error: most would end the process.
  func archived<Value: Decodable>(_ type: Value.Type) -> Value? {
    data(Self.key).flatMap { try? StrictJSON.decode(type, from: Array($0)) }
  }

  /// - Parameter value: texts, numbers that are some and lists of such, which can always be written.
  func archive(_ value: some Encodable) {
    guard let bytes = try? StrictJSON.encode(value) else { return }
    put(Data(bytes), Self.key)
  }
}
