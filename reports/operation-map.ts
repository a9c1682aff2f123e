import type { OperationState } from "../harness/results.ts";
import { clip, indent, oneLine } from "./text.ts";

/** The states in words. */
const WORDS: Readonly<Record<OperationState["state"], string>> = {
  documented: "as documented",
  other: "unexpected answer",
  absent: "missing",
  untried: "not known yet",
};

/** What the target serves: a line for each section to which requests were sent, followed by its routes with unexpected answers. */
export function operationMapText(operations: readonly OperationState[]): string {
  const asked = operations.filter(({ state, answer }) => state !== "untried" || answer !== null);
  const sections = [...new Set(asked.map(({ section }) => section))].sort();
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
  const numbers = (Object.keys(WORDS) as OperationState["state"][]).map(
    (state) => [WORDS[state], members.filter((one) => one.state === state).length] as const,
  );
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
