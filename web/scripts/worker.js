// The program in a worker: the page sends the compiled module, then requests. Imported once the worker runs (`workplace` in program.js).
onmessage = ({ data }) =>
  import("./tohit-web.js")
    .then((program) => program.default({ module_or_path: data }))
    .catch(reportError);
