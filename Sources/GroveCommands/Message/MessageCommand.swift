import ArgumentParser

/// `grove message`: a person's terminal client, on a device of its own.
struct MessageCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "message",
    abstract: "Talk, share and open documents from a terminal.",
    discussion: """
      The device lives in a folder (--folder, or GROVE_FOLDER, or ~/.grove/device): its keys, its \
      messages, its sign-in to the sample app. GROVE_PASSPHRASE or GROVE_PASSPHRASE_FILE puts the key \
      file under a passphrase. What you do while the relay is away is kept, shown \
      as queued, and sent by the next command. GROVE_RELAY and GROVE_APP name the servers where \
      --relay and --app are left out.

      EXAMPLE
        grove message sign-up --handle you --name "Your Name"
        grove message app-sign-up you@example.org
        grove message new Kitchen charlie dora
        grove message share "Baking Recipes" --in Kitchen --line "Flour, butter, patience."
        grove message read Kitchen --follow
      """,
    subcommands: [
      SignUpCommand.self, RecoverCommand.self, DeviceLinkCommand.self, DeviceLinkAcceptCommand.self,
      DevicesCommand.self, ContactCommand.self, AlarmsCommand.self,
      NewCommand.self, ListCommand.self, SendCommand.self, ReadCommand.self, MembersCommand.self,
      RequestsCommand.self, AcceptCommand.self, DeclineCommand.self, BlockCommand.self,
      UnblockCommand.self, BlockedCommand.self,
      OffersCommand.self, LetInCommand.self, ShareCommand.self, OpenCommand.self,
      ServerNoticesCommand.self,

      AppSignUpCommand.self, AppSignInCommand.self, AppPasswordCommand.self,
      AppSessionsCommand.self,
      DocumentCommand.self, ParticipantsCommand.self,
      KnocksCommand.self,
    ])
}
