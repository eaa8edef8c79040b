import ArgumentParser
import Foundation

/// `grove demo`: the whole of design 3 between separate processes, without a browser (design 7).
struct DemoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Watch one share, from a conversation to granted access, between real processes.",
    discussion: """
      Starts a relay and a collaboration server on free ports with a temporary data folder, gives \
      three people and a stranger their devices as processes of their own, and lets them share, \
      open, prove, edit, announce and remove. Every line is printed because it was observed. Exit \
      status 1 at the first thing that did not happen.

      “grove demo drive” shows a file of a drive that a program writes, shared in a conversation and \
      written by somebody else; “grove demo records” the records of an app on two devices, a conflict, and \
      a zone that two people share.

      EXAMPLE
        grove demo
        grove demo drive
        grove demo --keep /tmp/grove-demo     keep databases and logs to look at
      """)

  /// What is shown.
  enum Act: String, ExpressibleByArgument, CaseIterable { case share, drive, records }

  @Argument(help: "share, drive or records.") var act = Act.share

  @Option(help: ArgumentHelp("Use FOLDER and leave it behind.", valueName: "FOLDER"))
  var keep: String?

  func run() async throws {
    let folder =
      keep ?? FileManager.default.temporaryDirectory.path + "/grove-demo-\(UUID().uuidString)"
    let start = ContinuousClock.now
    let environment = try await DemoEnvironment(folder: folder, serving: serving)
    let story = DemoStory(environment: environment, report: DemoReport())
    do {
      switch act {
      case .share: try await story.play()
      case .drive: try await DriveStory(story: story).play()
      case .records: try await RecordStory(story: story).play()
      }
    } catch {
      await environment.end()
      FlushedOutput.print("\nIt did not happen. Databases and logs are in \(folder).")
      throw CommandFailure("\(error)")
    }
    await environment.end()
    let count = await story.report.observed
    if keep == nil { try? FileManager.default.removeItem(atPath: folder) }
    FlushedOutput.print(
      "\n\(count) things observed in \(DemoReport.text(ContinuousClock.now - start)), none missing."
    )
  }

  private var serving: [String] {
    switch act {
    case .share: []
    case .drive: ["--drive"]
    case .records: ["--container", RecordStory.container]
    }
  }
}
