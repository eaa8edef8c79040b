import { prefetch } from "./server/prefetch.js";

// Before the first paint: what the page is likely to show, and the questions that it will ask. Only a hint; the server
// knows better.
const root = document.documentElement;
try {
  const isSomebodyHere = Boolean(localStorage.getItem("recipes.account"));
  root.dataset.face = isSomebodyHere ? "inside" : "welcome";
  if (isSomebodyHere) prefetch();
} catch {
  root.dataset.face = "welcome";
}
if (location.pathname.startsWith("/d/")) root.dataset.face = "inside";
