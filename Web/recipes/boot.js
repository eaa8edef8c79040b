// Before the first paint: what the page is likely to show. Only a hint; the server knows better.
(() => {
  const root = document.documentElement;
  try {
    root.dataset.face = localStorage.getItem("recipes.account") ? "inside" : "welcome";
  } catch {
    root.dataset.face = "welcome";
  }
  if (location.pathname.startsWith("/d/")) root.dataset.face = "inside";
})();
