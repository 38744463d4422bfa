// The program in a worker: the page sends it compiled, and then asks.
import init from "./tohit-web.js";

onmessage = ({ data }) => init({ module_or_path: data });
