import type { Fault } from "./fault.ts";

/** A class of faults that conforming servers may show: the document permits what the fault makes of an answer. */
export interface Excuse {
  readonly id: string;
  readonly reason: string;
  readonly covers: (fault: Fault) => boolean;
}

/** Every class, the most general first. A class that excuses nothing in a whole run is reported. */
export const excuses: readonly Excuse[] = [
  {
    id: "undocumented field",
    reason: "The document does not name the field: it may be there or not, and hold anything.",
    covers: ({ place }) => place !== null && place.said === null,
  },
  {
    id: "optional field",
    reason:
      "The document does not promise that the field comes: without it, or under another name, nothing is wrong.",
    covers: ({ place, operator }) =>
      place?.said?.required === false && ["drop", "rename"].includes(operator.name),
  },
  {
    id: "nullable field",
    reason: "The document allows null for the field, and nothing that was asked for fixes its value.",
    covers: ({ place, operator }) => place?.said?.nullable === true && operator.name === "null",
  },
];

export function excuseOf(fault: Fault): Excuse | null {
  return excuses.find((excuse) => excuse.covers(fault)) ?? null;
}
