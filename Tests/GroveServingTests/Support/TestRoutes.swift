import GroveServing
import GroveWire

/// A small table with every kind of body and answer.
enum TestRoutes {
  struct Greeting: Hashable, Sendable, Codable {
    var name: String
    var number: Int
  }

  static let greet = Route<Greeting, Greeting>("greet", .post, "/t/greetings", .none, status: 201)
  static let whoAmI = Route<NoBody, Greeting>(
    "whoAmI", .get, "/t/me", parameters: [RouteParameter("q", .text)])
  static let change = Route<NoBody, NoBody>(
    "change", .delete, "/t/me", status: 204, refusals: [.forbidden])
  static let echo = Route<RawBody, RawBody>("echo", .put, "/t/bytes", .none)
  static let item = Route<NoBody, Greeting>("item", .get, "/t/items/{itemID}", .none)
  static let fail = Route<NoBody, NoBody>("fail", .post, "/t/failures", .none)

  static let all = [
    greet.description, whoAmI.description, change.description, echo.description,
    item.description, fail.description,
  ]

  /// An error whose words nobody outside may read.
  struct Mishap: Error, CustomStringConvertible {
    let description = "the secret is 1234"
  }

  static func register(_ router: TestRouter) {
    router.onPublic(greet, limits: RouteLimits(body: 1000)) { $0.body }
    router.on(whoAmI) { _, caller in Greeting(name: caller, number: 1) }
    router.on(change) { _, _ in NoBody() }
    router.onPublic(echo, limits: RouteLimits(body: 100_000)) { $0.body }
    router.onPublic(item) { request in
      Greeting(
        name: try request.parameter("itemID"),
        number: try request.query.number("limit", in: 1...500, default: 100))
    }
    router.onPublic(fail) { _ in throw Mishap() }
  }
}
