import COpenSSL

/// A second opinion on the arithmetic, from a library this package does not ship.
///
/// Everything is bytes in and bytes out; scalars are 32 bytes big-endian, points 65 bytes.
final class OpenSSLOracle {
  struct Failure: Error {}

  private let group: OpaquePointer
  private let context: OpaquePointer
  private let order: OpaquePointer

  init() throws {
    guard let group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1),
      let context = BN_CTX_new(), let order = BN_new(), EC_GROUP_get_order(group, order, nil) == 1
    else { throw Failure() }
    (self.group, self.context, self.order) = (group, context, order)
  }

  deinit {
    BN_free(order)
    BN_CTX_free(context)
    EC_GROUP_free(group)
  }

  /// `left · right mod n`.
  func product(_ left: [UInt8], _ right: [UInt8]) throws -> [UInt8] {
    let (a, b) = (try number(left), try number(right))
    defer { [a, b].forEach { BN_free($0) } }
    guard BN_mod_mul(a, a, b, order, context) == 1 else { throw Failure() }
    return try bytes(a)
  }

  /// `1 + (OS2IP(wide) mod (n-1))`.
  func reduced(_ wide: [UInt8]) throws -> [UInt8] {
    let (value, modulus) = (try number(wide), try number(bytes(order)))
    defer { [value, modulus].forEach { BN_free($0) } }
    guard BN_sub_word(modulus, 1) == 1, BN_div(nil, value, value, modulus, context) == 1,
      BN_add_word(value, 1) == 1
    else { throw Failure() }
    return try bytes(value)
  }

  /// `n - value`.
  func negated(_ value: [UInt8]) throws -> [UInt8] {
    let number = try number(value)
    defer { BN_free(number) }
    guard BN_sub(number, order, number) == 1 else { throw Failure() }
    return try bytes(number)
  }

  /// `value^-1 mod n`.
  func inverse(_ value: [UInt8]) throws -> [UInt8] {
    let number = try number(value)
    defer { BN_free(number) }
    guard BN_mod_inverse(number, number, order, context) != nil else { throw Failure() }
    return try bytes(number)
  }

  /// n - `less`.
  func order(less: UInt) throws -> [UInt8] {
    let number = try number(bytes(order))
    defer { BN_free(number) }
    guard BN_sub_word(number, less) == 1 else { throw Failure() }
    return try bytes(number)
  }

  /// `scalar · G`.
  func publicKey(_ scalar: [UInt8]) throws -> [UInt8] {
    let factor = try number(scalar)
    guard let point = EC_POINT_new(group) else { throw Failure() }
    defer {
      EC_POINT_free(point)
      BN_free(factor)
    }
    guard EC_POINT_mul(group, point, factor, nil, nil, context) == 1 else { throw Failure() }
    return try bytes(ofPoint: point)
  }

  /// The point with the x-coordinate of `blind · base` and an even Y.
  func diversified(base: [UInt8], blind: [UInt8]) throws -> [UInt8] {
    let factor = try number(blind)
    guard let point = EC_POINT_new(group) else { throw Failure() }
    defer {
      EC_POINT_free(point)
      BN_free(factor)
    }
    guard EC_POINT_oct2point(group, point, base, base.count, context) == 1,
      EC_POINT_mul(group, point, nil, point, factor, context) == 1
    else { throw Failure() }
    let plain = try bytes(ofPoint: point)
    guard plain[64] & 1 == 1 else { return plain }
    guard EC_POINT_invert(group, point, context) == 1 else { throw Failure() }
    return try bytes(ofPoint: point)
  }

  /// `±blind · scalar mod n` with the sign that makes Y even.
  func diversified(scalar: [UInt8], blind: [UInt8]) throws -> [UInt8] {
    let product = try product(scalar, blind)
    return try publicKey(product)[64] & 1 == 0 ? product : try negated(product)
  }

  private func number(_ bytes: [UInt8]) throws -> OpaquePointer {
    guard let number = BN_bin2bn(bytes, Int32(bytes.count), nil) else { throw Failure() }
    return number
  }

  private func bytes(_ number: OpaquePointer) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 32)
    guard BN_bn2binpad(number, &bytes, 32) == 32 else { throw Failure() }
    return bytes
  }

  private func bytes(ofPoint point: OpaquePointer) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 65)
    let form = POINT_CONVERSION_UNCOMPRESSED
    guard EC_POINT_point2oct(group, point, form, &bytes, 65, context) == 65 else {
      throw Failure()
    }
    return bytes
  }
}
