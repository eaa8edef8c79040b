import Foundation

/// A short wait that grows, of a length that two who were in each other's way do not share.
struct Pause {
  private var milliseconds: Int

  init(milliseconds: Int) { self.milliseconds = milliseconds }

  mutating func wait() {
    guard milliseconds > 0 else { return }
    let length = Double.random(in: 0.5...1.5) * Double(milliseconds)
    Thread.sleep(forTimeInterval: length / 1000)
    milliseconds = min(2 * milliseconds, 500)
  }
}
