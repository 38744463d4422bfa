// Starts the page. A file of its own because the content security policy allows no inline script;
// the build writes the names of the two files that it loads on the script tag (pattern_script in Trunk.toml).
const { js, wasm } = document.querySelector("script[data-wasm]").dataset;
try {
  const { default: init } = await import(new URL(js, document.baseURI));
  await init({ module_or_path: new URL(wasm, document.baseURI) });
  document.documentElement.dataset.started = "true";
} catch (problem) {
  const message = document.createElement("p");
  message.setAttribute("role", "alert");
  message.textContent = `The page could not start in this browser: ${problem}`;
  document.body.append(message);
  throw problem;
}
