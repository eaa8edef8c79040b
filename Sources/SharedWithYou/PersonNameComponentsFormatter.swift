public import SharingUI

/// Foundation on Linux has an unusable class of this name, and both modules are re-exported from here;
/// this declaration is the nearer one, so that the name means this framework's class in types too.
public typealias PersonNameComponentsFormatter = SharingUI.PersonNameComponentsFormatter
