"""A conversation with a long past."""

from playwright.sync_api import Page

# Lines written into the device's store by the device's own rules, as so many messages would be.
FILL = """async ([conversationID, count]) => {
  const { IndexedDBRecordStore } = await import("/grove/store/indexeddb-record-store.js");
  const { StagedRecords } = await import("/grove/store/staged-records.js");
  const { addItem } = await import("/grove/rules/model/thread.js");
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
    page.evaluate(FILL, [page.url.split("#c=")[1], count])
