import type { PortBinding } from "../../harness/profile/types.ts";
import { type Port, ports } from "../../spec/index.ts";

/** Other usual names of outputs. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  status: ["state"],
  invoices: ["data", "items", "results"],
  url: ["link", "href"],
  paymentSuccess: ["success"],
  activationPending: ["subscriptionactivationpending"],
  priceId: ["price"],
  customerId: ["customer"],
};

const IDS = /^(id|reference|ref|uuid|key|number|token)$/i;

/** Adds pointers to the outputs that an answer shows, unless the binding has pointers already. */
export function withObservedOutputs(name: string, binding: PortBinding, body: unknown): PortBinding {
  if (binding.outputs !== undefined) return binding;
  const leaves = leavesOf(body);
  const found = outputsOf(name).flatMap(({ name: output, type }, index) => {
    const wanted = [output, ...(SYNONYMS[output] ?? [])].map(plain);
    // A member that is null now may have a value later.
    const typed = leaves.filter(
      ({ value }) => value === null || (Array.isArray(value) ? "array" : typeof value) === type,
    );
    const named = wanted.flatMap((word) => typed.filter((leaf) => plain(leaf.name) === word));
    // The first output is the id of the created object.
    const isOwnId = index === 0 && /(Id|^acct)$/.test(output);
    const own = isOwnId ? typed.filter((leaf) => leaf.depth === 1 && IDS.test(leaf.name)) : [];
    const lists = leaves.filter(({ depth, value }) => depth === 1 && Array.isArray(value));
    const onlyList = type === "array" && lists.length === 1 ? lists : [];
    const [leaf] = [...named, ...own, ...onlyList];
    return leaf === undefined ? [] : [[output, leaf.pointer] as const];
  });
  return found.length === 0 ? binding : { ...binding, outputs: Object.fromEntries(found) };
}

const plain = (name: string): string => name.replace(/[_-]/g, "").toLowerCase();

/** The outputs of a port to which its binding has no pointer. */
export function missingOutputs(name: string, binding: PortBinding): readonly string[] {
  return outputsOf(name)
    .map((output) => output.name)
    .filter((output) => binding.outputs?.[output] === undefined);
}

/** Whether a run needs an output of a port. */
export const needsOutputs = (name: string): boolean =>
  outputsOf(name).some(({ required }) => required !== false);

const outputsOf = (name: string): Port["outputs"] => ports.find((port) => port.name === name)?.outputs ?? [];

/** A member of a body, at any depth. */
export interface Leaf {
  readonly name: string;
  readonly pointer: string;
  readonly value: unknown;
  /** 1 for a member of the body itself. */
  readonly depth: number;
}

const MAX_DEPTH = 4;
const MAX_MEMBERS = 400;

/** The members of a body, those at the top first. */
export function leavesOf(body: unknown): readonly Leaf[] {
  const leaves: Leaf[] = [];
  let level: readonly { pointer: string; value: unknown }[] = [{ pointer: "", value: body }];
  for (let depth = 1; depth <= MAX_DEPTH && leaves.length < MAX_MEMBERS; depth += 1) {
    const members = level.flatMap(({ pointer, value }) =>
      typeof value === "object" && value !== null
        ? // The first entry of a list represents all.
          Object.entries(value)
            .slice(0, Array.isArray(value) ? 1 : MAX_MEMBERS)
            .map(([name, inner]: [string, unknown]) => ({
              name,
              pointer: `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`,
              value: inner,
              depth,
            }))
        : [],
    );
    leaves.push(...members);
    level = members;
  }
  return leaves.slice(0, MAX_MEMBERS);
}
