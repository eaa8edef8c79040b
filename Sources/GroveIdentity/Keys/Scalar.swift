/// An integer below 2^256 as four 64-bit limbs, and the two operations modulo the order of P-256
/// that this protocol needs: a product (4.4) and the reduction of 48 bytes (3.7, 4.4).
///
/// swift-crypto has no public scalar arithmetic (protocol 4.5), so this is the only arithmetic
/// written here. It handles secrets: no branch and no index depends on a limb, the subtractions
/// are chosen by masks, and the additions carry through 128-bit integers instead of flags.
/// docs/decisions/0004 says what the compiled code looks like.
struct Scalar: Sendable, Redacted {
  /// Least significant first.
  private var limb0, limb1, limb2, limb3: UInt64

  init(_ limb3: UInt64, _ limb2: UInt64, _ limb1: UInt64, _ limb0: UInt64) {
    (self.limb0, self.limb1, self.limb2, self.limb3) = (limb0, limb1, limb2, limb3)
  }

  /// n, the order of the base point.
  static let order = Scalar(
    0xffff_ffff_0000_0000, 0xffff_ffff_ffff_ffff, 0xbce6_faad_a717_9e84, 0xf3b9_cac2_fc63_2551)

  /// n - 1, the modulus of blinds and of the recovery scalar.
  private static let orderMinusOne = Scalar(
    0xffff_ffff_0000_0000, 0xffff_ffff_ffff_ffff, 0xbce6_faad_a717_9e84, 0xf3b9_cac2_fc63_2550)

  /// 2^512 mod n, which takes a number into Montgomery form.
  private static let radixSquared = Scalar(
    0x66e1_2d94_f3d9_5620, 0x2845_b239_2b6b_ec59, 0x4699_799c_49bd_6fa6, 0x8324_4c95_be79_eea2)

  /// -n^-1 mod 2^64.
  private static let negatedInverse: UInt64 = 0xccd1_c8aa_ee00_bc4f

  /// `self · other mod n`. Both must be below n.
  func multiplied(by other: Scalar) -> Scalar {
    montgomeryProduct(other).montgomeryProduct(Self.radixSquared)
  }

  /// `n - self` where `bit` is 1, `self` where it is 0. `self` must be in 1...n-1.
  func negated(ifOne bit: UInt64) -> Scalar {
    let (negated, _) = Self.order.subtracting(self)
    return Scalar.choose(negated, where: 0 &- bit, otherwise: self)
  }

  /// `self · other · 2^-256 mod n`: four rounds, each adds one limb's product and removes one limb.
  private func montgomeryProduct(_ other: Scalar) -> Scalar {
    var sum = Accumulator()
    sum.round(limb0, other)
    sum.round(limb1, other)
    sum.round(limb2, other)
    sum.round(limb3, other)
    return sum.low.reducedOnce(by: Self.order, overflow: sum.high)
  }

  /// A running sum of 320 bits; it stays below 2n, so `high` is 0 or 1 between rounds.
  private struct Accumulator {
    var low = Scalar(0, 0, 0, 0)
    var high: UInt64 = 0

    mutating func round(_ factor: UInt64, _ other: Scalar) {
      let carry = addProduct(factor, other)
      let top = UInt128(high) &+ UInt128(carry)
      let multiple = low.limb0 &* Scalar.negatedInverse
      let carry2 = addProduct(multiple, Scalar.order)
      // The lowest limb is now zero by the choice of `multiple`: shift it out.
      let shifted = top &+ UInt128(carry2)
      low = Scalar(UInt64(truncatingIfNeeded: shifted), low.limb3, low.limb2, low.limb1)
      high = UInt64(truncatingIfNeeded: shifted &>> 64)
    }

    private mutating func addProduct(_ factor: UInt64, _ other: Scalar) -> UInt64 {
      var carry: UInt64 = 0
      low.limb0 = Self.step(low.limb0, factor, other.limb0, &carry)
      low.limb1 = Self.step(low.limb1, factor, other.limb1, &carry)
      low.limb2 = Self.step(low.limb2, factor, other.limb2, &carry)
      low.limb3 = Self.step(low.limb3, factor, other.limb3, &carry)
      return carry
    }

    /// `sum + factor·limb + carry` fits in 128 bits for every input.
    private static func step(
      _ sum: UInt64, _ factor: UInt64, _ limb: UInt64, _ carry: inout UInt64
    ) -> UInt64 {
      let wide = UInt128(factor) &* UInt128(limb) &+ UInt128(sum) &+ UInt128(carry)
      carry = UInt64(truncatingIfNeeded: wide &>> 64)
      return UInt64(truncatingIfNeeded: wide)
    }
  }
}

extension Scalar {
  /// `1 + (OS2IP(bytes) mod (n-1))`: a scalar in 1...n-1 from 48 bytes of HKDF output, so that its
  /// distance from uniform is below 2^-128.
  ///
  /// - Parameter bytes: exactly 48, big-endian. The upper 32 are below 2^256 < 2(n-1), so one
  ///   subtraction reduces them; each further bit is shifted in and reduced the same way.
  init(reducing bytes: UnsafeRawBufferPointer) {
    precondition(bytes.count == 48, "a wide scalar is 48 bytes")
    var value = Scalar(bigEndian: UnsafeRawBufferPointer(rebasing: bytes[..<32]))
      .reducedOnce(by: Self.orderMinusOne, overflow: 0)
    for byte in bytes[32...] {
      for shift: UInt8 in [7, 6, 5, 4, 3, 2, 1, 0] {
        value.doubleAndAdd(UInt64((byte &>> shift) & 1))
      }
    }
    self = value.plusOne()
  }

  /// A scalar in 1...n-1, closer to uniform than anybody can measure.
  static func random(using generator: inout some RandomNumberGenerator) -> Scalar {
    SecretBytes.random(count: 48, using: &generator).withUnsafeBytes { Scalar(reducing: $0) }
  }

  private mutating func doubleAndAdd(_ bit: UInt64) {
    let overflow = limb3 &>> 63
    self = Scalar(
      limb3 &<< 1 | limb2 &>> 63, limb2 &<< 1 | limb1 &>> 63, limb1 &<< 1 | limb0 &>> 63,
      limb0 &<< 1 | bit
    ).reducedOnce(by: Self.orderMinusOne, overflow: overflow)
  }

  private func plusOne() -> Scalar {
    let sum0 = UInt128(limb0) &+ 1
    let sum1 = UInt128(limb1) &+ sum0 &>> 64
    let sum2 = UInt128(limb2) &+ sum1 &>> 64
    let sum3 = UInt128(limb3) &+ sum2 &>> 64
    return Scalar(
      UInt64(truncatingIfNeeded: sum3), UInt64(truncatingIfNeeded: sum2),
      UInt64(truncatingIfNeeded: sum1), UInt64(truncatingIfNeeded: sum0))
  }

  /// `overflow·2^256 + self`, less `modulus` where it is not below it. The value must be below
  /// `2·modulus`.
  fileprivate func reducedOnce(by modulus: Scalar, overflow: UInt64) -> Scalar {
    let (difference, borrow) = subtracting(modulus)
    // The value itself is kept exactly when the subtraction borrowed more than the overflow gives.
    let keep = 0 &- (borrow & (overflow ^ 1))
    return Scalar.choose(self, where: keep, otherwise: difference)
  }

  fileprivate func subtracting(_ other: Scalar) -> (difference: Scalar, borrow: UInt64) {
    var borrow: UInt64 = 0
    let low = Scalar.step(limb0, other.limb0, &borrow)
    let next = Scalar.step(limb1, other.limb1, &borrow)
    let third = Scalar.step(limb2, other.limb2, &borrow)
    let top = Scalar.step(limb3, other.limb3, &borrow)
    return (Scalar(top, third, next, low), borrow)
  }

  private static func step(_ left: UInt64, _ right: UInt64, _ borrow: inout UInt64) -> UInt64 {
    let wide = UInt128(left) &- UInt128(right) &- UInt128(borrow)
    borrow = UInt64(truncatingIfNeeded: wide &>> 64) & 1
    return UInt64(truncatingIfNeeded: wide)
  }

  /// `mask` is all ones or all zeros.
  fileprivate static func choose(
    _ chosen: Scalar, where mask: UInt64, otherwise other: Scalar
  ) -> Scalar {
    Scalar(
      chosen.limb3 & mask | other.limb3 & ~mask, chosen.limb2 & mask | other.limb2 & ~mask,
      chosen.limb1 & mask | other.limb1 & ~mask, chosen.limb0 & mask | other.limb0 & ~mask)
  }
}

extension Scalar {
  /// - Parameter bytes: exactly 32, big-endian (OS2IP).
  init(bigEndian bytes: UnsafeRawBufferPointer) {
    precondition(bytes.count == 32, "a scalar is 32 bytes")
    func limb(_ offset: Int) -> UInt64 {
      UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
    self.init(limb(0), limb(8), limb(16), limb(24))
  }

  /// I2OSP to 32 bytes.
  var bigEndianBytes: [UInt8] {
    var writer = ByteWriter(capacity: 32)
    writer.u64(limb3)
    writer.u64(limb2)
    writer.u64(limb1)
    writer.u64(limb0)
    return writer.bytes
  }
}
