// The one script of the messenger's pages: a window that an app opens has it in the browser already. Only what
// belongs to the page runs.
void (["/share", "/prove"].includes(location.pathname) ? import("./share/window-page.js") : import("./main.js"));
