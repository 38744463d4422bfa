// Starts the page's program, in the page or in a worker of it. A file of its own because the content security policy
// allows no inline script; the build writes the names of the two files on the script tag (pattern_script in Trunk.toml).
if (typeof document === "undefined") {
  // The page tells where the script is, and then sends the compiled program.
  const program = new Promise((sent) => (onmessage = ({ data }) => sent(data)));
  const { default: init } = await import(new URL(location.href).searchParams.get("js"));
  await init({ module_or_path: await program });
} else {
  try {
    const theme = localStorage.getItem("theme");
    if (theme) document.documentElement.dataset.theme = theme;
  } catch {
    // Storage is blocked: the theme is the system's.
  }
  // A first visit shows the first ruleset: its presets need not wait for the program.
  const { presets, ruleset } = document.querySelector("#page").dataset;
  window.presets = location.hash.length > 1 ? {} : { [ruleset]: fetch(presets) };
  const { js, wasm } = document.querySelector("script[data-wasm]").dataset;
  try {
    const { default: init } = await import(new URL(js, document.baseURI));
    await init({ module_or_path: new URL(wasm, document.baseURI) });
  } catch (problem) {
    const message = document.createElement("p");
    message.className = "failed";
    message.setAttribute("role", "alert");
    message.textContent = `The page could not start in this browser: ${problem}`;
    document.querySelector("#page").replaceChildren(message);
    throw problem;
  }
}
