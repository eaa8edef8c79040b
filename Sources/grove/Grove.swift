import ArgumentParser
import GroveCommands

@main
struct Grove {
  static func main() async {
    await GroveCommand.main()
  }
}
