/**
 * What a result shows, in a form that can be compared: results with the same cause share parts of it. `where`: methods with their
 * documented paths ("POST /v1/payment-intents"), or "event" with its name.
 */
export type Symptom = { readonly where: readonly string[] } &
  /** A documented route that is not there. */
  (
    | { readonly kind: "route"; readonly operation: string }
    /** `expected`: documented statuses, "success" or "refusal". */
    | { readonly kind: "status"; readonly expected: string; readonly actual: number }
    /** A part of a refusal: `code`, `errors`, or another member; `actual` is null where it is absent. */
    | {
        readonly kind: "refusal";
        readonly part: string;
        readonly expected: string;
        readonly actual: string | null;
      }
    /** `field` is a JSON pointer without positions in lists; `status` that of the answer, null for an event. */
    | {
        readonly kind: "field";
        readonly field: string;
        readonly status: number | null;
        readonly fault: "absent" | "type" | "value";
        readonly expected: string;
        readonly actual: string;
      }
    /** An event that did not arrive. */
    | { readonly kind: "event" }
    /** No answer came. */
    | { readonly kind: "connection"; readonly fault: FaultKind }
    /** Something that several checks wait for did not appear: "a created vendor in the list". */
    | { readonly kind: "wait"; readonly subject: string }
    /** Anything else that is named in words. */
    | { readonly kind: "value"; readonly what: string }
  );

/** Why no answer came. `refused`: without a connection, or a proxy or TLS prevented it. */
export type FaultKind =
  "refused" | "reset" | "timeout" | "too-large" | "truncated" | "protocol" | "interrupted";

/**
 * What is wrong, in one line that stays the same while the fault does: values that differ from run to run are left out. Null where it is not
 * known.
 */
export function faultOf(symptom: Symptom | null | undefined): string | null {
  if (symptom === null || symptom === undefined) return null;
  const what = faultWords(symptom);
  return symptom.where.length === 0 ? what : `${symptom.where.join(", ")}: ${what}`;
}

function faultWords(symptom: Symptom): string {
  switch (symptom.kind) {
    case "route":
      return "the route is missing";
    case "status":
      return `answers ${symptom.actual} instead of ${symptom.expected}`;
    case "refusal":
      return `${symptom.part} of the refusal is ${symptom.actual === null ? "absent" : "another"}`;
    case "field":
      return `${symptom.field === "" ? "the body" : symptom.field} ${FIELD_FAULTS[symptom.fault]}`;
    case "event":
      return "the event is missing";
    case "connection":
      return `no answer (${symptom.fault})`;
    case "wait":
      return `${symptom.subject} does not appear`;
    case "value":
      return symptom.what;
  }
}

const FIELD_FAULTS = { absent: "is absent", type: "has another type", value: "has another value" } as const;
