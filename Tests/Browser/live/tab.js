import { Messenger } from "../../../Web/grove/messenger/messenger.js";

// One tab, as the tests see it: a frame of its own, with its own modules, locks and channels.
globalThis.Messenger = Messenger;
globalThis.isReady = true;
