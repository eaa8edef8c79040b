package import GroveWire
import HTTPTypes
package import Hummingbird

extension GroveRouter {
  /// What answers requests.
  ///
  /// - Parameter table: every route this server must have, no more and no less.
  /// - Throws: `RegistrationError`.
  package func build(
    table: [RouteDescription]
  ) throws(RegistrationError) -> RouterResponder<GroveRequestContext> {
    try checkComplete(table)
    let router = Router(context: GroveRequestContext.self)
    let paths = Dictionary(grouping: endpoints + pages, by: \.description.path)
    for (path, endpoints) in paths { addPath(path, endpoints, to: router) }
    for tree in trees { addTree(tree, to: router) }
    router.add(
      middleware: NotFoundMiddleware(
        errors: ErrorHandler(settings: settings, name: "unknown"), page: notFound))
    return router.buildResponder()
  }

  private func checkComplete(_ table: [RouteDescription]) throws(RegistrationError) {
    if let mistake = mistakes.first { throw mistake }
    let registered = Set(endpoints.map(\.description))
    if let missing = table.first(where: { !registered.contains($0) }) {
      throw RegistrationError("\(missing.name): declared and not registered")
    }
    let declared = Set(table)
    if let foreign = registered.first(where: { !declared.contains($0) }) {
      throw RegistrationError("\(foreign.name): registered and not declared")
    }
  }

  private func addPath(
    _ path: String, _ endpoints: [RouteEndpoint], to router: Router<GroveRequestContext>
  ) {
    let methods = MethodRouter(endpoints, settings: settings)
    for method in MethodRouter.known {
      router.on(RouterPath(path), method: method, responder: methods.responder(method))
    }
  }
}
