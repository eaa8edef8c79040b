// Before the first paint: which of the page's two faces to show, and which pane on a small screen.
// Only a hint; what is true stands in the device's database.
(() => {
  const root = document.documentElement;
  try {
    root.dataset.face = localStorage.getItem("grove.device") ? "app" : "welcome";
  } catch {
    root.dataset.face = "welcome";
  }
  root.dataset.pane = location.hash.startsWith("#c=") ? "thread" : "list";
})();
