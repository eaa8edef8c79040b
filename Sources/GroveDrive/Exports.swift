// An app imports this module and names the folders by it.
@_exported public import KeptFolders
