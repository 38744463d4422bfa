// Before anything is painted: the theme, whether what stands in the page is what the address asks for, and when the program is fetched. No module, for it
// must not wait; no inline script, for the content security policy allows none.
(function () {
  var root = document.documentElement;
  var asked = location.hash.slice(1);
  var kept = "";
  try {
    var theme = localStorage.getItem("theme");
    if (theme) root.dataset.theme = theme;
    kept = localStorage.getItem("last") || "";
  } catch (blocked) {
    // Storage is blocked: the theme is the system's.
  }
  // A ruleset has a page of its name; hosts may leave its ending out.
  if (new RegExp("/" + root.dataset.ruleset + "(\\.html)?$").test(location.pathname)) root.dataset.page = root.dataset.ruleset;
  // A page shows its ruleset's example first. Another ruleset's is fetched (boot.js); a scenario waits for the program.
  if (/[/?]/.test(asked) || (!asked && kept && !root.dataset.page)) root.dataset.first = "scenario";
  else root.dataset.first = !asked || asked === root.dataset.ruleset ? "shown" : "other";
  // Long before the page is read and boot.js asks for it. An example has the line to itself until it is seen; a scenario's odds wait for the program.
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
