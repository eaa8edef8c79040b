import GroveSystem
import SharingUI

/// A person who looks at the sheet and changes their mind.
struct LookingPresenter: SharePresenter {
  let shown: AsyncStream<ShareSheet>
  private let show: AsyncStream<ShareSheet>.Continuation

  init() { (shown, show) = AsyncStream.makeStream(of: ShareSheet.self) }

  func present(_ sheet: ShareSheet, for person: any PersonSystem) async -> ShareResult {
    show.yield(sheet)
    return .cancelled
  }
}
