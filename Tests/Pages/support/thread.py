"""A conversation with a long past."""

import subprocess

from playwright.sync_api import Page

from .servers import ROOT

# The device's own modules; the page has them joined, and hands none of them out.
MODULES = """
export { IndexedDBRecordStore } from "./Web/grove/store/indexeddb-record-store.js";
export { StagedRecords } from "./Web/grove/store/staged-records.js";
export { addItem } from "./Web/grove/rules/model/thread.js";
"""

# Lines written into the device's store by the device's own rules, as so many messages would be.
FILL = """async ([conversationID, count]) => {
  MODULES
  const { IndexedDBRecordStore, StagedRecords, addItem } = modules;
  const [{ name }] = await indexedDB.databases();
  const store = await IndexedDBRecordStore.open(name);
  const records = new StagedRecords(store);
  const last = Date.now();
  await records.decide(() => {
    const { members } = records.get(`conversation/${conversationID}`);
    for (let number = 1; number <= count; number += 1) {
      const sender = members[number % members.length];
      const at = last - (count - number) * 60_000;
      addItem(records, { conversationID, sender, sentAt: at, receivedAt: at, content: {
        kind: "text", text: `Message ${number} ${"of many words ".repeat(number % 7)}` } }, members[0]);
    }
  });
  await store.put(records.changes);
}"""


def fill_thread(page: Page, count: int) -> None:
    """Puts `count` messages into the conversation that is open, as if they had been exchanged."""
    modules = subprocess.run(
        ["esbuild", "--bundle", "--format=iife", "--global-name=modules", "--log-level=warning"],
        input=MODULES, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    page.evaluate(FILL.replace("MODULES", modules), [page.url.split("#c=")[1], count])
