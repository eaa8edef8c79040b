import { Messenger } from "../../../../Web/grove/messenger/messenger.js";
import { MemoryRecordStore } from "../../../../Web/grove/store/memory-record-store.js";

let count = 0;

/** Where a device of these tests is: a store in memory, which outlives the device. */
export function place(servers, environment = {}) {
  count += 1;
  const name = `live-${count}`;
  const store = new MemoryRecordStore();
  return { relayOrigin: servers.relay, name, store, environment };
}

/** A person with one device, whom everybody may write to: requests are tested by themselves. */
export async function person(servers, handle, environment) {
  const home = place(servers, environment);
  const displayName = handle[0].toUpperCase() + handle.slice(1);
  const { messenger, recoveryCode } = await Messenger.signUp({ ...home, handle, displayName });
  await messenger.setRequestPolicy("anybody");
  return { handle, messenger, recoveryCode, home };
}

export { delivery, texts, until } from "./looking.js";
