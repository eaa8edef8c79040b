/// Moments as header fields and properties have them, without a calendar of the system's.
package enum HTTPDate {
  private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7).
  /// - Parameter time: milliseconds since 1970.
  package static func text(_ time: UInt64) -> String {
    let moment = Moment(time)
    let day = "\(days[moment.weekday]), \(two(moment.day)) \(months[moment.month - 1])"
    return "\(day) \(moment.year) \(moment.clock) GMT"
  }

  /// `1994-11-06T08:49:37Z` (RFC 3339).
  package static func stamp(_ time: UInt64) -> String {
    let moment = Moment(time)
    return "\(moment.year)-\(two(moment.month))-\(two(moment.day))T\(moment.clock)Z"
  }

  /// Seconds since 1970; nil for what does not have the one form that senders use today. What has another is ignored,
  /// as RFC 9110 (sections 13.1.3 and 13.1.4) wants what is no date.
  package static func seconds(_ text: String) -> UInt64? {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 6, words[5] == "GMT", words[0].hasSuffix(","),
      let day = number(words[1], 1...31), let month = months.firstIndex(of: String(words[2])),
      let year = number(words[3], 1970...9999)
    else { return nil }
    let clock = words[4].split(separator: ":", omittingEmptySubsequences: false)
    guard clock.count == 3, let hour = number(clock[0], 0...23),
      let minute = number(clock[1], 0...59), let second = number(clock[2], 0...60)
    else { return nil }
    let days = Moment.days(year: year, month: month + 1, day: day)
    return UInt64(days * 86_400 + hour * 3600 + minute * 60 + second)
  }

  private static func number(_ text: Substring, _ range: ClosedRange<Int>) -> Int? {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text).flatMap { range.contains($0) ? $0 : nil }
  }

  fileprivate static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

/// A moment by the calendar that everybody uses, in UTC.
private struct Moment {
  let year: Int
  let month: Int
  let day: Int
  /// 0 is Sunday.
  let weekday: Int
  private let second: Int

  init(_ time: UInt64) {
    // No later than the year 9999.
    let seconds = Int(min(time / 1000, 253_402_300_799))
    second = seconds % 86_400
    let count = seconds / 86_400
    weekday = (count + 4) % 7
    // Years that begin in March, in periods of 400.
    let shifted = count + 719_468
    let period = shifted / 146_097
    let ofPeriod = shifted % 146_097
    let yearOfPeriod = (ofPeriod - ofPeriod / 1460 + ofPeriod / 36_524 - ofPeriod / 146_096) / 365
    let ofYear = ofPeriod - (365 * yearOfPeriod + yearOfPeriod / 4 - yearOfPeriod / 100)
    let march = (5 * ofYear + 2) / 153
    day = ofYear - (153 * march + 2) / 5 + 1
    month = march < 10 ? march + 3 : march - 9
    year = yearOfPeriod + period * 400 + (month <= 2 ? 1 : 0)
  }

  var clock: String {
    [second / 3600, second / 60 % 60, second % 60].map(HTTPDate.two).joined(separator: ":")
  }

  /// Since 1970.
  static func days(year: Int, month: Int, day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let ofPeriod = year % 400
    let march = month > 2 ? month - 3 : month + 9
    let ofYear = (153 * march + 2) / 5 + day - 1
    return year / 400 * 146_097 + ofPeriod * 365 + ofPeriod / 4 - ofPeriod / 100 + ofYear - 719_468
  }
}
