import { type Ambiguity, ambiguities } from "../../spec/index.ts";

/** Describes a point that the document leaves open: what is accepted and what a run records; null for any other name. */
export function openPointLines(name: string): readonly string[] | null {
  const point = ambiguities.find(({ id }) => id === name);
  if (point === undefined) return null;
  return [
    point.id,
    "",
    `  asks       ${point.question}`,
    `  section    §${point.section} (\`payconform rules ${point.section}\` lists its rules)`,
    "  readings",
    ...point.readings.map((reading) => `    ${reading}`),
    `  accepted   ${point.accepts}`,
    `  recorded   ${point.records ?? "nothing"}`,
    ...(point.operations.length === 0 ? [] : [`  concerns   ${point.operations.join(", ")}`]),
  ];
}

/** The open points of a section, for a reader of one of its rules: a few with what is accepted, many by name. */
export function openPointsOf(section: string): readonly string[] {
  const open = ambiguities.filter((point) => point.section === section);
  if (open.length === 0) return [];
  if (open.length <= FEW)
    return [
      "",
      `  open in §${section}`,
      ...open.map(({ id, question, accepts }: Ambiguity) => `    ${id}: ${question} Accepted: ${accepts}`),
    ];
  return [
    "",
    `  open in §${section} (\`payconform explain NAME\` shows one)`,
    ...open.map(({ id }) => `    ${id}`),
  ];
}

const FEW = 5;
