import { Messenger } from "../grove/messenger/messenger.js";
import { fill, find } from "../ui/dom.js";
import { startApp } from "./app.js";

/** @param {"app" | "welcome"} face */
const show = (face) => (document.documentElement.dataset.face = face);

/** @param {Messenger} messenger */
function begin(messenger) {
  localStorage.setItem("grove.device", "1");
  show("app");
  // What was shown or typed there brings the account back: hidden it would stay for as long as this page is open.
  fill(find(".welcome-box"));
  startApp(messenger);
}

// Both at once: the device from the database, the thread from the server.
if (location.hash.startsWith("#c=")) void import("./thread/thread-view.js");
try {
  const messenger = await Messenger.open({});
  if (messenger) begin(messenger);
  else {
    localStorage.removeItem("grove.device");
    show("welcome");
    const { welcome } = await import("./welcome/welcome.js");
    welcome(begin);
  }
} catch (error) {
  console.error(error);
  show("welcome");
  const { deviceUnusable } = await import("./welcome/device-unusable.js");
  deviceUnusable(error);
}
