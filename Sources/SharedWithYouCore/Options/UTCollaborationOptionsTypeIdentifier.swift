/// The type identifier of a list of option groups on an item provider. The platform's own value is
/// not published, so this is ours: it means something between programs that use this framework.
public let UTCollaborationOptionsTypeIdentifier = "grove.collaboration-options"
