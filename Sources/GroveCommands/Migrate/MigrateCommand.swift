import ArgumentParser
import Foundation
import StorePostgres

/// `grove migrate`: what SQLite files hold, into PostgreSQL.
struct MigrateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate",
    abstract: "Copy what the servers keep from SQLite files into a PostgreSQL database.",
    discussion: """
      No server may run on the data folder or on the database meanwhile. Every row is copied and then compared on both \
      sides. Ended in the middle, the same command goes on where it was; until it has ended well no server starts on the \
      database. Keys, attachments and files stay in the data folder. So do the SQLite files; they are not used any more, \
      and grove serve says so where --postgres is left out.

      EXAMPLE
        grove migrate --from sqlite --to postgres --data /var/lib/grove --postgres postgresql://grove@db.example/grove
      """)

  enum Engine: String, ExpressibleByArgument, CaseIterable { case sqlite, postgres }

  @Option(help: "Where it is copied from.") var from = Engine.sqlite
  @Option(help: "Where it is copied to.") var to = Engine.postgres
  @Option(
    help: ArgumentHelp("The database; as of grove serve.", valueName: "URL")) var postgres: String?
  @OptionGroup var options: DataOptions

  func validate() throws {
    guard from == .sqlite, to == .postgres else {
      throw ValidationError("It copies from sqlite to postgres only.")
    }
  }

  func run() async throws {
    let configuration = try options.configuration(more: [Setting.postgres.name: postgres])
    guard let address = try configuration.postgres() else {
      throw CommandFailure("Say which database with --postgres, or with GROVE_POSTGRES_FILE.")
    }
    let folder = try configuration.text(.data)
    do {
      try await Migration(folder: folder, address: address).run { line in FlushedOutput.print(line)
      }
    } catch {
      throw DiskFaultReporting.told(ServedStores.told(error))
    }
  }
}
