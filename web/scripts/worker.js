// The program in a worker: the page sends it compiled, and then asks. It is fetched once the worker runs (see `workplace` in program.js).
onmessage = ({ data }) =>
  import("./tohit-web.js")
    .then((program) => program.default({ module_or_path: data }))
    .catch(reportError);
