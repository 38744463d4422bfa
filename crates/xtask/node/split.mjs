// Splits a finished WebAssembly program in two: what a first visit runs, and the rest, which works on the memory and the
// tables of the first part and is loaded when one of its functions is first called (web/rest.js).
import binaryen from "binaryen";

const list = (count, at) => Array.from({ length: count }, (_, index) => at(index));
const functions = (module) => list(module.getNumFunctions(), (index) => binaryen.getFunctionInfo(module.getFunctionByIndex(index)));
const globals = (module) => list(module.getNumGlobals(), (index) => binaryen.getGlobalInfo(module.getGlobalByIndex(index)));
const tables = (module) => list(module.getNumTables(), (index) => binaryen.getTableInfo(module.getTableByIndex(index)));
const segments = (module) => list(module.getNumElementSegments(), (index) => binaryen.getElementSegmentInfo(module.getElementSegmentByIndex(index)));
const exports = (module) => list(module.getNumExports(), (index) => binaryen.getExportInfo(module.getExportByIndex(index)));

function written(module) {
  if (!module.validate()) throw new Error("the split program is not valid");
  const program = module.emitBinary();
  module.dispose();
  return program;
}

/** The program with a mark for each of its functions: a global, exported as `mark` and the function's name, that is 1 once the function has run. */
export function marked(program) {
  const module = binaryen.readBinary(program);
  for (const { name, module: from, results, body } of functions(module)) {
    if (from) continue;
    const mark = `mark ${name}`;
    module.addGlobal(mark, binaryen.i32, true, module.i32.const(0));
    module.addGlobalExport(mark, mark);
    const set = module.global.set(mark, module.i32.const(1));
    binaryen.Function.setBody(module.getFunction(name), module.block(null, [set, body], results));
  }
  return written(module);
}

/** The names of the functions that ran, by the exports of a marked program. */
export const ranIn = (exports) =>
  Object.entries(exports).filter(([name, mark]) => name.startsWith("mark ") && mark.value).map(([name]) => name.slice(5));

/** Where the first part finds the functions of the rest: a table, empty until they are loaded. */
const DOOR = "door";
/** What the rest calls the first part. */
const FIRST = "first";

/** The program's first part, which is the functions whose names `ran` has, and the rest. */
export function split(program, ran) {
  const stays = ({ name, module: from }) => Boolean(from) || ran.has(name);
  const { rest, shared } = cutRest(program, stays);
  return { first: cutFirst(program, stays, shared), rest };
}

/** The rest: it imports what it shares with the first part. */
function cutRest(program, stays) {
  const module = binaryen.readBinary(program);
  for (const { name } of exports(module)) module.removeExport(name);
  for (const { name } of segments(module)) module.removeElementSegment(name);
  // The first part has filled the memory already.
  module.runPasses(["remove-memory-init"]);
  const shared = [];
  // Names that are no name of wasm-bindgen's.
  const share = (kind, name, ...type) => {
    const short = `.${shared.length.toString(36)}`;
    shared.push([kind, name, short]);
    module[`add${kind}Import`](name, FIRST, short, ...type);
  };
  share("Memory", "0");
  for (const { name } of tables(module)) share("Table", name);
  for (const { name, type, mutable } of globals(module)) {
    if (!mutable) continue;
    module.removeGlobal(name);
    share("Global", name, type, mutable);
  }
  const all = functions(module);
  for (const one of all) {
    if (one.module || !stays(one)) continue;
    module.removeFunction(one.name);
    module.addFunctionImport(one.name, FIRST, one.name, one.params, one.results);
  }
  const moved = all.filter((one) => !stays(one)).map(({ name }) => name);
  module.addTable(DOOR, moved.length, moved.length);
  module.addTableImport(DOOR, FIRST, DOOR);
  module.addActiveElementSegment(DOOR, DOOR, moved, module.i32.const(0));
  module.runPasses(["remove-unused-module-elements"]);
  for (const { name, module: from, params, results } of functions(module)) if (from === FIRST) share("Function", name, params, results);
  return { rest: written(module), shared };
}

/** The first part: in place of what has moved stand functions that call it through the door, which they see opened. */
function cutFirst(program, stays, shared) {
  const module = binaryen.readBinary(program);
  const moved = functions(module).filter((one) => !stays(one));
  for (const [kind, name, short] of shared) module[`add${kind}Export`](name, short);
  module.addTable(DOOR, moved.length, moved.length);
  module.addTableExport(DOOR, DOOR);
  module.addFunctionImport("open", "rest", "open", binaryen.none, binaryen.none);
  const closed = module.ref.is_null(module.table.get(DOOR, module.i32.const(0), binaryen.funcref));
  module.addFunction("enter", binaryen.none, binaryen.none, [], module.if(closed, module.call("open", [], binaryen.none)));
  for (const [place, { name, params, results }] of moved.entries()) {
    const given = binaryen.expandType(params).map((type, index) => module.local.get(index, type));
    const through = module.call_indirect(DOOR, module.i32.const(place), given, params, results);
    module.removeFunction(name);
    module.addFunction(name, params, results, [], module.block(null, [module.call("enter", [], binaryen.none), through], results));
  }
  return written(module);
}
