/// Why pages cannot be served, in words for whoever starts the server.
package struct PageProblem: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
