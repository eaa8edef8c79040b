import SharedWithYou

/// What a finger does to the share link of 8:16.
@MainActor public func pressShareLink() async -> ShareResult? {
  await ContentView().shareLinks.first?.share(from: .shared)
}

/// A type position, which is ambiguous where a file imports Foundation beside the framework.
public func fullName(
  _ formatter: PersonNameComponentsFormatter, _ name: PersonNameComponents
) -> String {
  formatter.string(from: name)
}
