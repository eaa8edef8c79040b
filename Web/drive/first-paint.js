// Before the first paint: what the page is likely to show. Only a hint; the server knows better. The session is the
// app's, and so is the note that there is one.
const root = document.documentElement;
try {
  root.dataset.face = localStorage.getItem("recipes.account") ? "inside" : "welcome";
} catch {
  root.dataset.face = "welcome";
}
