import Foundation
import GroveSystem
import ServiceLifecycle
import SharingUI
import Synchronization

/// Questions at the agent's own terminal, one after another. Its lines are read by a service, because
/// a question may be answered elsewhere while somebody still looks at it here.
final class TerminalQuestions: Service {
  private struct State {
    var waiting: [(id: Int, text: String, answer: CheckedContinuation<Bool, Never>)] = []
    var next = 1
  }

  private let state = Mutex(State())

  /// Nil where standard input is no terminal.
  static func ofThisTerminal() -> TerminalQuestions? {
    isatty(STDIN_FILENO) == 1 ? TerminalQuestions() : nil
  }

  func run() async throws {
    await cancelWhenGracefulShutdown {
      for await line in StandardInput.lines() {
        self.answered(["y", "yes"].contains(String(decoding: line, as: UTF8.self).lowercased()))
      }
      // The end of input does not end the agent.
      try? await gracefulShutdown()
    }
  }

  func ask(_ question: AccountConfirmation) async -> Bool {
    let text = Sentences.sentence(question)
    let id = state.withLock { state in
      defer { state.next += 1 }
      return state.next
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isFirst = state.withLock { state in
          state.waiting.append((id, text, continuation))
          return state.waiting.count == 1
        }
        if Task.isCancelled { return withdraw(id) }
        if isFirst { show(text) }
      }
    } onCancel: {
      withdraw(id)
    }
  }

  private func answered(_ isYes: Bool) {
    let (answer, next) = state.withLock { state -> (CheckedContinuation<Bool, Never>?, String?) in
      guard !state.waiting.isEmpty else { return (nil, nil) }
      return (state.waiting.removeFirst().answer, state.waiting.first?.text)
    }
    answer?.resume(returning: isYes)
    if let next { show(next) }
  }

  private func withdraw(_ id: Int) {
    let (answer, next) = state.withLock { state -> (CheckedContinuation<Bool, Never>?, String?) in
      guard let index = state.waiting.firstIndex(where: { $0.id == id }) else { return (nil, nil) }
      let answer = state.waiting.remove(at: index).answer
      return (answer, index == 0 ? state.waiting.first?.text : nil)
    }
    answer?.resume(returning: false)
    if let next { show(next) }
  }

  private func show(_ text: String) { FlushedOutput.print(TerminalText.safe(text) + " [y/N]") }
}
