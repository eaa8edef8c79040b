/// A mistake in how a server registers its routes, found when it is built and not by a caller.
package struct RegistrationError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
