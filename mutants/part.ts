import type { Parts } from "../emulator/index.ts";
import type { Replace } from "./mutant.ts";

/** The changes to a part. Called once for each emulator, so it may have state. */
export type PartChange<Part> = (usual: Part) => Partial<Part>;

/** The type at a path. */
type At<Whole, Path> = Path extends readonly [infer Name extends keyof Whole, ...infer Rest]
  ? At<Whole[Name], Rest>
  : Path extends readonly []
    ? Whole
    : never;

/**
 * The parts with the one at a path changed: `part(["connect", "reversals"], ({ act }) => ({ act: … }))`. An empty path is the parts
 * themselves.
 */
export const part =
  <const Path extends readonly PropertyKey[]>(path: Path, change: PartChange<At<Parts, Path>>): Replace =>
  (parts) =>
    changedAt(parts, path, change as (usual: unknown) => object) as Parts;

function changedAt(whole: object, path: readonly PropertyKey[], change: (usual: object) => object): object {
  const [name, ...rest] = path;
  if (name === undefined) return { ...whole, ...change(whole) };
  const inner = (whole as Readonly<Record<PropertyKey, object | undefined>>)[name];
  if (inner === undefined) throw new Error(`the emulator has no part ${String(name)}`);
  return { ...whole, [name]: changedAt(inner, rest, change) };
}

/** The parts that are records of functions. */
type Registry = "answers" | "deliveryPlans" | "envelopes" | "merchantSetups" | "screens" | "timers";
type Entry<R extends Registry> = Parts[R][string];

/** The parts with one entry replaced: `entry("timers", "connect.payday", (usual) => (context) => …)`. */
export const entry = <R extends Registry>(
  registry: R,
  name: string,
  change: (usual: Entry<R>) => Entry<R>,
): Replace => everyEntry(registry, change, [name]);

/** The parts with each entry replaced, or those with these names. */
export const everyEntry =
  <R extends Registry>(
    registry: R,
    change: (usual: Entry<R>, name: string) => Entry<R>,
    names?: readonly string[],
  ): Replace =>
  (parts) => {
    const changed = { ...parts[registry] } as Record<string, Entry<R>>;
    for (const name of names ?? Object.keys(changed)) {
      const usual = changed[name];
      if (usual === undefined) throw new Error(`the emulator's ${registry} lack ${name}`);
      changed[name] = change(usual, name);
    }
    return { ...parts, [registry]: changed };
  };
