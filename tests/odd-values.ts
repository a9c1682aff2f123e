/** Values that are no JSON data, as a check or a listener may hand over by mistake. */
export const oddValues: readonly (readonly [what: string, make: () => unknown])[] = [
  ["a function", () => () => undefined],
  ["a symbol", () => Symbol("odd")],
  ["a bigint", () => 2n ** 70n],
  ["no number", () => [Number.NaN, -0, Number.POSITIVE_INFINITY]],
  ["a lone surrogate", () => "\ud800"],
  ["a cycle", circular],
  ["an object without a prototype", () => Object.assign(Object.create(null) as object, { toString: 1 })],
  [
    "an instance",
    () =>
      new (class Odd {
        readonly #hidden = 1;
        shown = () => this.#hidden;
      })(),
  ],
  [
    "a throwing getter",
    () => ({
      get odd(): never {
        throw new Error("not read");
      },
    }),
  ],
  ["a text that throws", () => ({ toString: refuse, toJSON: refuse, [Symbol.toPrimitive]: refuse })],
  ["a revoked proxy", revoked],
  [
    "a proxy that throws",
    () => new Proxy({}, { get: refuse, ownKeys: refuse, getPrototypeOf: refuse, has: refuse }),
  ],
  [
    "an error with causes",
    () => new Error("outer", { cause: new TypeError("inner", { cause: circular() }) }),
  ],
  ["an error without a text", () => Object.defineProperty(new Error(), "message", { get: refuse })],
  ["a map of objects", () => new Map([[{ toString: 0 }, new Set([1n, Symbol("odd")])]])],
  ["an invalid date", () => new Date(Number.NaN)],
  ["bytes", () => new Uint8Array(3)],
  ["a shared buffer", () => new SharedArrayBuffer(3)],
  ["a promise", () => Promise.resolve(1)],
  ["a weak map", () => new WeakMap()],
  ["a long list", () => Array.from({ length: 20_000 }, (_unused, index) => ({ index }))],
  ["a long text", () => "x".repeat(100_000)],
  [
    "deep nesting",
    () => {
      let deep: unknown = 1;
      for (let depth = 0; depth < 1_000; depth += 1) deep = [deep];
      return deep;
    },
  ],
  ["a member named __proto__", () => JSON.parse('{"__proto__": {"odd": 1}}') as unknown],
];

function refuse(): never {
  throw new Error("refused");
}

function circular(): object {
  const one: Record<string, unknown> = {};
  one["self"] = [one];
  return one;
}

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}
