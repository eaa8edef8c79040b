import GroveIdentity

/// Differences of 32-byte big-endian numbers, for making what a verifier must accept or refuse.
enum BigEndian {
  static func subtract(_ value: ArraySlice<UInt8>, from minuend: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var borrow = 0
    for (left, right) in zip(minuend, value).reversed() {
      let difference = Int(left) - Int(right) - borrow
      borrow = difference < 0 ? 1 : 0
      result.append(UInt8(difference & 255))
    }
    return result.reversed()
  }
}

/// The order n of P-256.
enum P256Order {
  static func minus(_ value: ArraySlice<UInt8>) throws -> [UInt8] {
    let n = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"
    return BigEndian.subtract(value, from: try Hex.decode(n))
  }
}

/// The field prime p of P-256.
enum P256Field {
  static func minus(_ value: ArraySlice<UInt8>) throws -> [UInt8] {
    let p = "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff"
    return BigEndian.subtract(value, from: try Hex.decode(p))
  }
}
