// Before the first paint: the theme, the kind of first view for the address, and the start of the program's fetch. No module, since it must not
// wait; no inline script, since the content security policy allows none.
// Keys of the storage begin with the folder (web/src/platform/storage.rs). Keys of earlier versions had none: their values are copied once, and stay, since
// another copy of the page may need them. Games move with the editor (web/src/rulebook/link.rs).
(function () {
  var root = document.documentElement;
  var asked = location.hash.slice(1);
  var kept = "";
  var folder = "tohit " + location.pathname.replace(/[^/]*$/, "") + " ";
  function copy(key) {
    if (!/^(theme|last|bare-key|pins\..+)$/.test(key) || localStorage.getItem(folder + key) !== null) return;
    localStorage.setItem(folder + key, localStorage.getItem(key));
  }
  try {
    if (!localStorage.getItem(folder + "copied")) {
      Object.keys(localStorage).forEach(copy);
      localStorage.setItem(folder + "copied", "true");
    }
  } catch (full) {
    // Blocked or full storage: the next visit tries again.
  }
  try {
    var theme = localStorage.getItem(folder + "theme");
    if (theme) root.dataset.theme = theme;
    kept = localStorage.getItem(folder + "last") || "";
  } catch (blocked) {
    // Blocked storage: the theme is the system's.
  }
  // A ruleset has a page of its name; hosts may omit the extension.
  if (new RegExp("/" + root.dataset.ruleset + "(\\.html)?$").test(location.pathname)) root.dataset.page = root.dataset.ruleset;
  // A page shows its ruleset's example first. Another ruleset's is fetched (boot.js); a scenario waits for the program.
  if (/[/?]/.test(asked) || (!asked && kept && !root.dataset.page)) root.dataset.first = "scenario";
  else root.dataset.first = !asked || asked === root.dataset.ruleset ? "shown" : "other";
  // Preload, long before boot.js runs. An example loads alone until it is painted; a scenario's odds need the program.
  function ahead() {
    if (root.dataset.boots) return;
    var program = document.createElement("link");
    program.rel = "preload";
    program.as = "fetch";
    program.crossOrigin = "anonymous";
    program.href = "./tohit-web_bg.wasm";
    document.head.append(program);
  }
  if (root.dataset.first === "scenario") ahead();
  else requestAnimationFrame(function () { setTimeout(ahead); });
})();
