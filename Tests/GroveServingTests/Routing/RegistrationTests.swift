import GroveIdentity
import GroveServing
import GroveWire
import Testing

struct RegistrationTests {
  @Test func `a server without one of its routes is not built`() throws {
    let router = try makeRouter()
    router.onPublic(TestRoutes.greet) { $0.body }
    #expect(throws: RegistrationError.self) {
      try router.build(table: [TestRoutes.greet.description, TestRoutes.fail.description])
    }
  }

  @Test func `a route that is in no table is not served`() throws {
    let router = try makeRouter()
    router.onPublic(TestRoutes.greet) { $0.body }
    #expect(throws: RegistrationError.self) { try router.build(table: []) }
  }

  @Test func `a route for signed-in callers cannot be opened to everybody, nor the other way`()
    throws
  {
    let open = try makeRouter()
    open.onPublic(TestRoutes.change) { _ in NoBody() }
    #expect(throws: RegistrationError.self) {
      try open.build(table: [TestRoutes.change.description])
    }
    let closed = try makeRouter()
    closed.on(TestRoutes.fail) { _, _ in NoBody() }
    #expect(throws: RegistrationError.self) {
      try closed.build(table: [TestRoutes.fail.description])
    }
  }

  @Test func `a route registered twice is a mistake`() throws {
    let router = try makeRouter()
    router.onPublic(TestRoutes.fail) { _ in NoBody() }
    router.onPublic(TestRoutes.fail) { _ in NoBody() }
    #expect(throws: RegistrationError.self) {
      try router.build(table: [TestRoutes.fail.description])
    }
  }

  private func makeRouter() throws -> TestRouter {
    TestRouter(
      authenticator: TestAuthenticator(),
      settings: RouterSettings(publicOrigin: try Origin("https://docs.example")))
  }
}
