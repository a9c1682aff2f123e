import type { Operation } from "./contract.ts";

/** A documented outcome of an operation: a status, or any success where the document shows no exact one. */
export interface DocumentedOutcome {
  /** `201`, or `2xx`. */
  readonly status: string;
  readonly codes: readonly number[];
}

const SUCCESS = "2xx";
const MOST_STATUSES = 9;

/** Where the document shows no exact status, all successes are one outcome. */
export function outcomesOf({ answers }: Operation): readonly DocumentedOutcome[] {
  const codes = [...answers.keys()];
  const successes = codes.filter((code) => code < 300);
  const isOpen = successes.length > MOST_STATUSES;
  return [
    ...(isOpen ? [{ status: SUCCESS, codes: successes }] : []),
    ...codes
      .filter((code) => !isOpen || code >= 300)
      .map((code) => ({ status: String(code), codes: [code] })),
  ];
}
