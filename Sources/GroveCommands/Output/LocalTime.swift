import Foundation

/// Times as a person reads them where they are. The C library knows the zone: Foundation's calendar would want
/// tables that the program does not carry (Sources/CGroveBuild/no-icu-data.c).
enum LocalTime {
  /// Hours and minutes of a time in milliseconds since 1970: `09:05`.
  static func clock(_ time: UInt64) -> String {
    let parts = parts(of: time)
    return "\(padded(parts.tm_hour)):\(padded(parts.tm_min))"
  }

  /// Its day (ISO 8601): `2026-11-22`.
  static func day(_ time: UInt64) -> String {
    let parts = parts(of: time)
    return "\(1900 + parts.tm_year)-\(padded(parts.tm_mon + 1))-\(padded(parts.tm_mday))"
  }

  /// The moment in UTC (RFC 3339): `2026-11-22T09:05:07Z`.
  static func utc(_ time: UInt64) -> String {
    var seconds = time_t(clamping: time / 1000)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    let day = "\(1900 + parts.tm_year)-\(padded(parts.tm_mon + 1))-\(padded(parts.tm_mday))"
    return "\(day)T\(padded(parts.tm_hour)):\(padded(parts.tm_min)):\(padded(parts.tm_sec))Z"
  }

  /// The same to the millisecond: `2026-11-22T09:05:07.042Z`.
  static func utcMilliseconds(_ time: UInt64) -> String {
    let fraction = String(time % 1000 + 1000).dropFirst()
    return "\(utc(time).dropLast()).\(fraction)Z"
  }

  private static func parts(of time: UInt64) -> tm {
    var seconds = time_t(clamping: time / 1000)
    var parts = tm()
    localtime_r(&seconds, &parts)
    return parts
  }

  private static func padded(_ value: Int32) -> String { value < 10 ? "0\(value)" : "\(value)" }
}
