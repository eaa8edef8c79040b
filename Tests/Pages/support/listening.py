"""What a screen reader tells of a page without being asked: what comes into its live regions (WAI-ARIA 1.2, 6.5)."""

from playwright.sync_api import Page

LISTEN = """() => {
  const implied = { status: "polite", log: "polite", alert: "assertive" };
  const regionOf = (element) => {
    for (let one = element; one; one = one.parentElement) {
      const live = one.getAttribute("aria-live") ?? implied[one.getAttribute("role")];
      if (live) return live === "off" ? undefined : one;
    }
  };
  const isWhole = (region) => (region.getAttribute("aria-atomic") ??
    String(["status", "alert"].includes(region.getAttribute("role")))) === "true";
  window.told = [];
  new MutationObserver((records) => {
    const whole = new Set();
    for (const { type, target, addedNodes } of records) {
      for (const node of type === "characterData" ? [target] : addedNodes) {
        const region = regionOf(node instanceof Element ? node : node.parentElement);
        if (!region?.isConnected || !node.isConnected) continue;
        if (isWhole(region)) whole.add(region);
        else window.told.push(node.textContent);
      }
    }
    for (const region of whole) window.told.push(region.textContent);
    window.told = window.told.map((one) => one.trim()).filter(Boolean);
  }).observe(document, { subtree: true, childList: true, characterData: true });
}"""


def listen(page: Page) -> None:
    """From now on."""
    page.evaluate(LISTEN)


def told(page: Page) -> list[str]:
    return page.evaluate("window.told")
