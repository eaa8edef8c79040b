import { OpenerApp } from "./opener-app.js";
import { PortChannel } from "./window-channel.js";

/**
 * The page of an app in which something was shared, in a window of the messenger that is closed by now
 * (docs/decisions/0012-bridge.md). Neither page has opened the other; each holds an end of a channel. It can be asked for as
 * long as both are there, and is not brought to the front by anybody.
 *
 * @param {string} origin the app's, as the browser told the window that handed the channel over
 * @param {MessagePort} port
 * @param {object} place
 * @param {(app: import("./remote-app.js").RemoteApp) => void} place.came it can be asked in that page
 * @param {(app: import("./remote-app.js").RemoteApp) => void} place.went
 * @param {Window} [place.own]
 * @returns {() => void} ends it
 */
export function connectedPage(origin, port, { came, went, own = window }) {
  let isGone = false;
  /** @type {OpenerApp} */
  const opener = new OpenerApp({
    came, went, isGone: () => isGone, show: () => {}, say: (_, type, members, id) => talk.say(type, members, id),
  });
  const end = () => {
    isGone = true;
    opener.stop();
  };
  /** @type {PortChannel} */
  const talk = new PortChannel({
    port, own, heard: (message) => void opener.hear(origin, message), gone: end, leaving: end,
  });
  opener.greeted(origin);
  return () => {
    end();
    talk.stop();
  };
}
