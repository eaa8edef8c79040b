import GroveServing
import GroveWire

enum CollaborationOpenAPI {
  static let document = OpenAPIDocument(
    title: "Grove collaboration server", version: "1", summary: "Documents shared by identity.",
    routes: CollaborationRoutes.all
  ).yaml
}
