import ArgumentParser

@main
struct Grove: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Collaboration that starts in a conversation.")
}
