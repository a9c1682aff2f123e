import { createParts, type Parts } from "../emulator/index.ts";
import type { RuleId } from "../spec/index.ts";

/** The emulator with exactly one documented rule broken: one of its parts is replaced, or its requests or answers are changed. */
export interface Mutant extends Fault {
  /** Whether only a real socket shows it. */
  readonly socket?: true;
  readonly replace?: Replace;
  /** Wraps either host, for faults that depend only on the request. */
  readonly wrap?: Wrap;
}

/** The id of a mutant, and the rules that it violates. */
export interface Fault {
  /** Permanent, and names the fault: "intents-amount-as-text". */
  readonly id: string;
  /** The rules that must catch it. Each of them must be violated. */
  readonly violates: readonly RuleId[];
  /** What it changes, in one sentence. */
  readonly summary: string;
}

export type Handler = (request: Request) => Promise<Response>;
export type Replace = (parts: Parts) => Parts;
export type Wrap = (handler: Handler) => Handler;

/** Applies several replacements, in this order. */
export const inOrder =
  (...replacements: readonly Replace[]): Replace =>
  (parts) =>
    replacements.reduce((replaced, replace) => replace(replaced), parts);

/** A replacement with state. `make` is called once for each emulator. */
export const perEmulator =
  (make: () => Replace): Replace =>
  (parts) =>
    make()(parts);

/** The emulator's parts for a mutant. */
export const partsOf = ({ replace }: Mutant): Parts => replace?.(createParts()) ?? createParts();

export type Named<Entry extends { readonly id: string } = Mutant> = Readonly<
  Record<string, Omit<Entry, "id">>
>;

/** Mutants, or variants (`named<Variant>`), with their ids, in source order. */
export const named = <Entry extends { readonly id: string } = Mutant>(
  entries: Named<Entry>,
): readonly Entry[] => Object.entries(entries).map(([id, entry]) => ({ ...entry, id }) as unknown as Entry);

/** Mutants by their ids, to be spread among named ones. */
export const byId = (mutants: readonly Mutant[]): Named =>
  Object.fromEntries(mutants.map((mutant) => [mutant.id, mutant]));

/** Mutants that differ in one value, by their ids. */
export const family = <Row>(
  rows: Readonly<Record<string, Row>>,
  mutant: (row: Row) => Omit<Mutant, "id">,
): Named => Object.fromEntries(Object.entries(rows).map(([id, row]) => [id, mutant(row)]));

/** The mutant, if a rule about everything that is seen must catch it, too. */
export const alsoViolating = (mutant: Mutant, ...rules: Mutant["violates"]): Mutant => ({
  ...mutant,
  violates: [...mutant.violates, ...rules],
});

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
