package import Foundation

/// Keyed archives of apps' own copies. Archives from elsewhere are never opened: on this platform a
/// damaged one can end the process.
///
/// A key that is not there is asked for with care: decoding it would make the whole archive fail.
extension NSCoder {
  package func text(_ key: String) -> String? {
    guard containsValue(forKey: key) else { return nil }
    return decodeObject(of: NSString.self, forKey: key).map { String(describing: $0) }
  }

  package func texts(_ key: String) -> [String] {
    list([NSString.self], key).compactMap { $0 as? String }
  }

  package func data(_ key: String) -> Data? {
    guard containsValue(forKey: key) else { return nil }
    return decodeObject(of: NSData.self, forKey: key).map { Data(referencing: $0) }
  }

  package func datas(_ key: String) -> [Data] {
    list([NSData.self], key).compactMap { $0 as? Data }
  }

  package func object<Object: NSObject & NSSecureCoding>(_ type: Object.Type, _ key: String)
    -> Object?
  {
    guard containsValue(forKey: key) else { return nil }
    return decodeObject(of: type, forKey: key)
  }

  /// - Parameter subclass: may stand in the list as well.
  package func objects<Object: NSObject & NSSecureCoding>(
    _ type: Object.Type, or subclass: Object.Type? = nil, _ key: String
  ) -> [Object] {
    list([type, subclass ?? type], key).compactMap { $0 as? Object }
  }

  private func list(_ classes: [AnyClass], _ key: String) -> [Any] {
    guard containsValue(forKey: key) else { return [] }
    return decodeObject(of: [NSArray.self] + classes, forKey: key) as? [Any] ?? []
  }

  package func put(_ text: String?, _ key: String) {
    if let text { encode(NSString(string: text), forKey: key) }
  }

  package func put(_ texts: [String], _ key: String) {
    encode(NSArray(array: texts.map { NSString(string: $0) }), forKey: key)
  }

  package func put(_ data: Data?, _ key: String) {
    if let data { encode(NSData(data: data), forKey: key) }
  }

  package func put(_ datas: [Data], _ key: String) {
    encode(NSArray(array: datas.map { NSData(data: $0) }), forKey: key)
  }

  package func put(_ object: NSObject?, _ key: String) {
    if let object { encode(object, forKey: key) }
  }

  package func put(_ objects: [some NSObject], _ key: String) {
    encode(NSArray(array: objects), forKey: key)
  }
}
