import type { Finish } from "../../emulator/hooks.ts";
import type { Parts } from "../../emulator/index.ts";
import type { RuleId } from "../../spec/index.ts";
import type { Mutant } from "../mutant.ts";

type Answer = Parameters<Finish>[0];
export type Body = Record<string, unknown>;

/** Which answers a fault shows in, beyond their operation and status; all of them without it. */
export type When = (body: Body) => boolean;

/** What every mutant says of itself. */
export interface Fault {
  readonly id: string;
  readonly violates: RuleId | readonly RuleId[];
  readonly summary: string;
  readonly subtle?: boolean;
}

/** A mutant that replaces parts of the emulator. */
export function mutant(fault: Fault, replace: (parts: Parts) => Parts): Mutant {
  const { id, violates, subtle = false } = fault;
  return {
    id,
    violates: typeof violates === "string" ? [violates] : violates,
    summary: fault.summary,
    subtle,
    replace,
  };
}

/** A mutant that reads requests otherwise, or answers them, in front of either host. */
export function wrapping(fault: Fault, wrap: NonNullable<Mutant["wrap"]>): Mutant {
  return { ...mutant(fault, (parts) => ({ ...parts })), wrap };
}

/** The parts with the last step of one operation's answers changed. */
export function finishing(parts: Parts, operation: string, change: (answer: Answer) => Answer): Parts {
  const usual = parts.answers[operation];
  if (usual === undefined) throw new Error(`the emulator has no operation ${operation}`);
  const finish: Finish = async (answer, context) => change(await usual(answer, context));
  return { ...parts, answers: { ...parts.answers, [operation]: finish } };
}

/** One place in the answers of some operations, to be broken in one way or another. */
export interface Place {
  readonly operations: readonly string[];
  readonly status: number;
  /** The objects of a body that are changed; the body itself without it. */
  readonly objects?: (body: Body) => readonly Body[];
}

/** A mutant that changes the objects at a place, in whatever answers show them. */
export function changes(
  place: Place,
  fault: Fault & { readonly when?: When },
  change: (object: Body) => void,
): Mutant {
  return mutant(fault, (parts) =>
    place.operations.reduce(
      (changed, operation) =>
        finishing(changed, operation, (answer) => {
          if (answer.status !== place.status || !isObject(answer.body)) return answer;
          const body = structuredClone(answer.body);
          for (const object of place.objects?.(body) ?? [body])
            if (fault.when?.(object) !== false) change(object);
          return { ...answer, body };
        }),
      parts,
    ),
  );
}

/** A mutant that changes whole answers of one status. */
export function answers(
  place: Place,
  fault: Fault & { readonly when?: When },
  change: (answer: Answer) => Answer,
): Mutant {
  return mutant(fault, (parts) =>
    place.operations.reduce(
      (changed, operation) =>
        finishing(changed, operation, (answer) =>
          answer.status === place.status && (!isObject(answer.body) || fault.when?.(answer.body) !== false)
            ? change(answer)
            : answer,
        ),
      parts,
    ),
  );
}

export function isObject(value: unknown): value is Body {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
