import { replayRetention } from "../message/replay-window.js";
import { askAbout } from "./refreshing.js";
import { refreshWanted, rotateKEMKeys } from "./sync.js";

/** @typedef {import("./device.js").Device} Device */

const day = 24 * 3_600_000;

/**
 * What comes due: lists somebody named, KEM keys, the daily look at this account, old entries of the
 * replay window.
 *
 * @param {Device} device
 */
export async function maintain(device) {
  await refreshWanted(device);
  await rotateKEMKeys(device);
  const last = (await device.store.get("counter/dailyAt")) ?? 0;
  if (device.now() < last || device.now() - last >= day) await doDaily(device);
}

/** @param {Device} device */
async function doDaily(device) {
  // This account as a stranger sees it: from its first statement (protocol 11.2).
  await askAbout(device, device.accountID, 0n);
  await device.change(async (records) => {
    const horizon = device.now() - Number(replayRetention);
    for (const [name, at] of await records.list("seen/")) {
      if (at < horizon) records.put(name, undefined);
    }
    // Strangers decide how many there are.
    const ignored = [...(await records.list("ignored/")).keys()];
    for (const name of ignored.slice(0, -1000)) records.put(name, undefined);
    records.put("counter/dailyAt", device.now());
  });
}
