import { replayRetention } from "../message/replay-window.js";

/**
 * What a device does once a day: a look at its account, and forgetting.
 *
 * @param {import("./device.js").Device} device
 */
export async function doDaily(device) {
  // This account as a stranger sees it: from its first statement (protocol 11.2).
  await device.adopt(device.accountID, 0n);
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
