/// How much of bodies that are not answered yet one server holds.
///
/// A body stays in memory while it is small, and goes to disk beyond that until it is complete; then it
/// is read, with few others at a time. So what a client sends slowly, or never finishes, costs the
/// server little, whatever it announced.
package struct BodyLimits: Hashable, Sendable {
  /// Bytes by whom they came from. All who have not signed in share a quarter of the total, so that
  /// they take nothing from those who have.
  package struct Shares: Hashable, Sendable {
    package var total: Int
    package var perAccount: Int
    package var perAddress: Int

    package init(total: Int, perAccount: Int, perAddress: Int) {
      self.total = total
      self.perAccount = perAccount
      self.perAddress = perAddress
    }
  }

  /// Announced to be at most this large, a body is not counted at all: it is over in one piece.
  package var uncounted = 4096
  /// The part of one body that is in memory while it arrives.
  package var inMemory = 256 << 10
  package var memory = Shares(total: 128 << 20, perAccount: 4 << 20, perAddress: 32 << 20)
  package var disk = Shares(total: 2 << 30, perAccount: 256 << 20, perAddress: 512 << 20)
  /// Complete bodies from disk that are handled at the same time.
  package var largeAtOnce = 2

  package init() {}
}
