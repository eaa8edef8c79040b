package import Foundation

/// Keyed archives of apps' own copies. Archives from elsewhere are never opened: on this platform a
/// damaged one can end the process.
extension NSCoder {
  package func text(_ key: String) -> String? {
    decodeObject(of: NSString.self, forKey: key).map { String(describing: $0) }
  }

  package func texts(_ key: String) -> [String] {
    let list = decodeObject(of: [NSArray.self, NSString.self], forKey: key) as? [Any]
    return list?.compactMap { $0 as? String } ?? []
  }

  package func data(_ key: String) -> Data? {
    decodeObject(of: NSData.self, forKey: key).map { Data(referencing: $0) }
  }

  package func datas(_ key: String) -> [Data] {
    let list = decodeObject(of: [NSArray.self, NSData.self], forKey: key) as? [Any]
    return list?.compactMap { $0 as? Data } ?? []
  }

  package func objects<Object: NSObject & NSSecureCoding>(_ type: Object.Type, _ key: String) -> [Object] {
    let list = decodeObject(of: [NSArray.self, type], forKey: key) as? [Any]
    return list?.compactMap { $0 as? Object } ?? []
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

  package func put(_ objects: [some NSObject], _ key: String) {
    encode(NSArray(array: objects), forKey: key)
  }
}
