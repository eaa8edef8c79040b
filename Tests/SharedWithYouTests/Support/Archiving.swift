import Foundation
import Testing

/// What comes out of a keyed archive after a value went in, with only its own class allowed.
func archived<Value: NSObject & NSSecureCoding>(_ value: Value) throws -> Value {
  let data = try NSKeyedArchiver.archivedData(withRootObject: value, requiringSecureCoding: true)
  return try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: Value.self, from: data))
}
