import type { OperationState } from "../../harness/results.ts";
import { clip, indent, oneLine } from "../text/text.ts";

/** The states in words, in the order in which they are listed. */
const WORDS = ["as documented", "unexpected answer", "missing", "not known yet", "not tried"] as const;

function inWords(operation: OperationState): (typeof WORDS)[number] {
  switch (operation.state) {
    case "documented":
      return "as documented";
    case "other":
      return "unexpected answer";
    case "absent":
      return "missing";
    case "untried":
      return wasAsked(operation) ? "not known yet" : "not tried";
  }
}

/** Whether a request was sent to the operation. */
export const wasAsked = ({ state, answer }: OperationState): boolean =>
  state !== "untried" || answer !== null;

/** What the target serves of these operations: a line for each section, followed by its routes with unexpected answers. */
export function operationMapText(operations: readonly OperationState[]): string {
  const sections = [...new Set(operations.map(({ section }) => section))].sort();
  const lines = sections.flatMap((section) => {
    const members = operations.filter((one) => one.section === section);
    const title = `§${section} ${members[0]?.title ?? ""}`;
    return [
      `${title.padEnd(43)} ${states(members)}`,
      ...members.filter(({ state }) => state === "other").map(detail),
    ];
  });
  return `operations\n${indent(lines.map(oneLine).join("\n"), "  ")}`;
}

function states(members: readonly OperationState[]): string {
  const numbers = WORDS.map((word) => [word, members.filter((one) => inWords(one) === word).length] as const);
  const given = numbers.filter(([, number]) => number > 0);
  const [only] = given;
  if (given.length === 1 && only !== undefined) return only[0];
  return given.map(([word, number]) => `${number} ${word}`).join(", ");
}

function detail({ method, path, answer, expected }: OperationState): string {
  // The requests of the map have unknown ids and omit required fields.
  const sent = method === "POST" ? " with the body {}" : "";
  const wanted = expected === undefined ? "" : `; expected ${clip(expected, 100)}`;
  return `  ${method} ${path}${sent} answers ${clip(answer ?? "", 100)}${wanted}`;
}
