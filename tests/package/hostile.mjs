// Hostile values for the functions of the package, drawn from a seed: equal seeds give equal values.

/** Numbers from 0 up to 1, by the generator mulberry32. */
export function random(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const MINE = "thrown by the value";
/** Whether an error comes from a getter or trap of the value itself. */
export const isMine = (error) => error === null || error?.message === MINE || /proxy that has been revoked/.test(error?.message);

/** Whether an error is a `ScenarioError` with messages. */
export const isScenarioError = (error) =>
  error?.name === "ScenarioError" && error.errors.length > 0 && error.errors.every(({ path, message }) => typeof path === "string" && typeof message === "string" && message);

const bomb = () => {
  throw new Error(MINE);
};
const nested = (depth, of) => new Array(depth).fill(0).reduce(of, 0);
const cyclic = () => {
  const one = { ruleset: "powder" };
  one.attacker = { defender: one };
  return one;
};
const revoked = () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};
const traps = ["get", "has", "ownKeys", "getOwnPropertyDescriptor", "getPrototypeOf"];

/** Values that survive structured cloning, and so may come by a message. */
const plain = [
  ...[undefined, null, true, false, 0, -0, 1, -1, 0.1, 1e21, 2 ** 53, 5e-324, NaN, Infinity, -Infinity],
  ...["", " ", "0", "-1", "1e9", "NaN", "null", "__proto__", "constructor", "powder", "powder/melee", "#powder", "%", "%00", "%zz", "\0", "\ud800", "\u202e", "<b>", "'\"`\\", "?", "&=&", "a=b&a=c"],
  ...["x".repeat(100_000), "{".repeat(10_000), "é".repeat(40_000), "powder/melee?" + "attacker.level=1&".repeat(9_000)],
].map((value) => () => value);
const clonable = [
  ...plain,
  () => 0n,
  () => 2n ** 200n,
  () => [],
  () => ({}),
  () => [1, , 3],
  () => new Array(100_000).fill(7),
  () => nested(300, (inner) => [inner]),
  () => nested(300, (inner) => ({ attacker: inner })),
  cyclic,
  () => new Date(NaN),
  () => new Map([["ruleset", "powder"]]),
  () => new Set([1]),
  () => new Uint8Array(9),
  () => new ArrayBuffer(9),
  () => new Error("an error"),
  () => /x/g,
  () => new String("powder"),
  () => JSON.parse('{"__proto__": {"ruleset": "powder"}, "ruleset": "powder"}'),
];
const alive = [
  ...clonable,
  () => Symbol("a sign"),
  () => bomb,
  () => class {},
  () => Object.create(null),
  () => Object.freeze({ ruleset: "powder" }),
  () => nested(20_000, (inner) => [inner]),
  revoked,
  () => Promise.resolve({ ruleset: "powder" }),
  () => ({ toString: bomb, valueOf: bomb, [Symbol.toPrimitive]: bomb }),
  () => ({ toString: () => ({}), valueOf: () => ({}) }),
  () => ({ toJSON: bomb }),
  () => ({ toJSON: () => undefined }),
  () => ({ toJSON: cyclic }),
  () => ({ toJSON: () => 1n }),
  () => {
    const value = { ruleset: "powder" };
    for (const name of ["exact", "seed", "script", "turn", "name", "attacker"]) Object.defineProperty(value, name, { get: bomb, enumerable: true });
    return value;
  },
  () => ({
    get ruleset() {
      throw null;
    },
  }),
  ...traps.map((trap) => () => new Proxy({ ruleset: "powder" }, { [trap]: bomb })),
];

/** Numbers of clonable values and of all. The corpus in `crates/doors/kept` names values by index: append new ones. */
export const counts = { clonable: clonable.length, alive: alive.length };
/** A value of the corpus: `{ hostile: 3 }` stands for the value with index 3, if `among` is larger. */
export function revived(tree, among) {
  if (!tree || typeof tree !== "object") return tree;
  if (Number.isInteger(tree.hostile) && tree.hostile >= 0 && tree.hostile < among) return alive[tree.hostile]();
  const inside = (one) => revived(one, among);
  return Array.isArray(tree) ? tree.map(inside) : Object.fromEntries(Object.entries(tree).map(([name, value]) => [name, inside(value)]));
}

/** All values, and then `many` copies of one of `right` with one member replaced. */
export function* values(seed, many, { isAlive, right }) {
  const next = random(seed);
  const pick = (list) => list[Math.floor(next() * list.length)];
  const all = isAlive ? alive : clonable;
  for (const make of all) yield make();
  for (let round = 0; round < many; round++) {
    const value = structuredClone(pick(right));
    const places = [];
    const walk = (inside) => {
      for (const name of Object.keys(inside)) {
        places.push([inside, name]);
        if (inside[name] && typeof inside[name] === "object") walk(inside[name]);
      }
    };
    walk(value);
    const [inside, name] = pick(places);
    // Half of the names are new.
    inside[next() < 0.5 ? name : pick([...Object.keys(inside), "x", "__proto__", "toJSON", "preset"])] = pick(all)();
    yield value;
  }
}
