import CollaborationServer
import GroveIdentity
import GroveServing
import RelayServer

/// The pages of the messenger and of the sample app, each for its own origin.
struct ServedPages {
  private(set) var messenger: PageSet?
  private(set) var recipes: PageSet?

  /// Which of the two are there.
  var roles: Set<ServeCommand.Role> {
    var roles: Set<ServeCommand.Role> = []
    if messenger?.hasHome == true { roles.insert(.relay) }
    if recipes?.hasHome == true { roles.insert(.collaboration) }
    return roles
  }

  /// - Parameter origins: of the servers that run in this process.
  /// - Throws: `CommandFailure` for pages that cannot be served.
  init(_ configuration: Configuration, origins: [ServeCommand.Role: Origin]) throws {
    guard let folder = try WebFolder.find(configuration) else { return }
    do {
      if origins[.relay] != nil {
        messenger = try PageSet(
          Self.messenger(
            folder, app: origins[.collaboration],
            wakes: try WebPushSettings.contact(configuration) != nil))
      }
      if origins[.collaboration] != nil {
        let origin = try Self.messengerOrigin(configuration) ?? origins[.relay]
        let provider = try ProviderSettings(configuration)?.name
        let drive = try configuration.text(.drive) == "on"
        let plan = try Self.recipes(
          folder, messenger: origin, provider: provider, drive: drive)
        recipes = try PageSet(plan, with: drive ? [Self.drive(plan)] : [])
      }
    } catch let problem as PageProblem {
      throw CommandFailure("The pages cannot be served: \(problem).")
    }
  }

  /// Every page of the messenger may have been opened by an app, which it then answers.
  /// - Parameter wakes: whether the relay wakes browsers whose page is closed.
  private static func messenger(_ folder: String, app: Origin?, wakes: Bool) throws -> PagePlan {
    let apps = app.map { [MessengerSettings.App(name: recipesName, origin: $0.text)] } ?? []
    var plan = PagePlan(
      folder: folder + "/messenger",
      policy: PagePolicy(connecting: app.map { [$0] } ?? [], hasWorker: true), opener: .anybody,
      configuration: try StrictJSON.encode(
        MessengerSettings(suggestedApps: apps, webPush: wakes ? true : nil)))
    plan.kept = OfflinePages(
      worker: "/worker.js", list: "/messenger-files.json", pages: ["/", "/away"])
    return plan
  }

  /// The app opens the messenger and stays connected with it. Only the page that the messenger opens,
  /// to bring an action, stays connected with who opened it.
  private static func recipes(
    _ folder: String, messenger: Origin?, provider: String?, drive: Bool
  ) throws -> PagePlan {
    var plan = PagePlan(
      folder: folder + "/recipes", policy: PagePolicy(), opener: .itsOwn,
      configuration: try StrictJSON.encode(
        RecipesSettings(
          messengerOrigin: messenger?.text, appName: recipesName, providerName: provider,
          drive: drive ? true : nil)))
    plan.openers = ["/actions": .anybody]
    return plan
  }

  /// The page of people's drives, `/files`, stands beside the app's and is signed in with it.
  private static func drive(_ recipes: PagePlan) -> PagePlan {
    var plan = recipes
    plan.folder = recipes.folder.dropLast("recipes".count) + "drive"
    plan.policy = PagePolicy(framesOwnBytes: true)
    return plan
  }

  private static func messengerOrigin(_ configuration: Configuration) throws -> Origin? {
    guard let text = try configuration.value(of: .messengerOrigin)?.text else { return nil }
    guard let origin = try? Origin(text) else {
      throw CommandFailure("messenger-origin is “\(text)”; it looks like https://msg.example.")
    }
    return origin
  }

  private static let recipesName = "Recipes"
}

/// `/config.json` of the messenger's origin.
private struct MessengerSettings: Encodable {
  struct App: Encodable {
    var name: String
    var origin: String
  }

  var suggestedApps: [App]
  /// Whether the relay wakes browsers whose page is closed; left out where it does not.
  var webPush: Bool?
}

/// `/config.json` of the sample app's origin.
private struct RecipesSettings: Encodable {
  var messengerOrigin: String?
  var appName: String
  var providerName: String?
  /// Whether people have drives here; left out where they have none.
  var drive: Bool?
}
