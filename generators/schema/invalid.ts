import * as fc from "fast-check";
import { type Classified, classified } from "../classified.ts";
import { getAt, type Json, setAt, stepsOf } from "../json.ts";
import { type Fault, faultsOf } from "./faults.ts";
import { type ValidOptions, validValues } from "./valid.ts";

/** A value that is wrong in exactly one field, its fault, and the valid twin that differs in nothing else. */
export interface Faulty {
  readonly value: Json;
  readonly fault: Fault;
  readonly twin: Json;
}

/** Which faults are wanted, and in what. */
export interface InvalidOptions extends ValidOptions {
  /**
   * Valid values to put the faults into, when the schema alone does not know what a target accepts (an account id, say).
   * Those that lack the object around the faulty field are passed over.
   */
  readonly from?: fc.Arbitrary<Json>;
  /** Chooses among the faults of the schema; all by default. */
  readonly only?: (fault: Fault) => boolean;
}

/**
 * Values with exactly one fault. The valid part shrinks; the fault shrinks towards the first of its schema.
 * @throws RangeError when no fault is left to make
 */
export function invalidByOneFault(schema: unknown, options: InvalidOptions = {}): Classified<Faulty> {
  const faults = faultsOf(schema, { root: options.root }).filter(options.only ?? (() => true));
  if (faults.length === 0) throw new RangeError("invalidByOneFault: the schema admits no such fault");
  const made = new Map<Fault, fc.Arbitrary<Faulty>>();
  const values = fc.constantFrom(...faults).chain((fault) => {
    const known = made.get(fault) ?? withFault(schema, fault, options);
    made.set(fault, known);
    return known;
  });
  const kinds = [...new Set(faults.map((fault) => fault.kind))];
  const fields = [...new Set(faults.map((fault) => fault.path))];
  return classified(values, {
    ...Object.fromEntries(
      kinds.map((kind) => [`fault: ${kind}`, ({ fault }: Faulty) => fault.kind === kind]),
    ),
    ...Object.fromEntries(
      fields.map((path) => [
        `at ${path === "" ? "value" : path}`,
        ({ fault }: Faulty) => fault.path === path,
      ]),
    ),
  });
}

/** Values with one given fault, for checks that go through `faultsOf` one by one. */
export function withFault(
  schema: unknown,
  fault: Fault,
  options: Omit<InvalidOptions, "only"> = {},
): fc.Arbitrary<Faulty> {
  const { from, present = [], ...others } = options;
  const twins = from ?? validValues(schema, { ...others, present: [...present, fault.path] });
  const needed = fault.value === undefined ? fault.path : parentOf(fault.path);
  return twins
    .filter((twin) => getAt(twin, needed) !== undefined)
    .map((twin) => ({ value: applyFault(twin, fault), fault, twin }));
}

/** The value with the fault in place; everything else stays as it is. */
export function applyFault(value: Json, fault: Fault): Json {
  return setAt(value, fault.path, fault.value);
}

function parentOf(path: string): string {
  const steps = stepsOf(path);
  // An item is replaced, so the array must hold one; a field can be added to its object.
  return /^\d+$/.test(steps.at(-1) ?? "") ? path : steps.slice(0, -1).join(".");
}
