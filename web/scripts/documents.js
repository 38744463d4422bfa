// The theme that was chosen on the page, for its documents. It runs before the first paint, so it is no module.
(function () {
  try {
    var theme = localStorage.getItem("tohit " + new URL(".", document.currentScript.src).pathname + " theme");
    if (theme) document.documentElement.dataset.theme = theme;
  } catch (blocked) {
    // Blocked storage: the theme is the system's.
  }
})();
