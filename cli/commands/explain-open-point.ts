import { type OpenPoint, openPoints } from "../../spec/index.ts";

/** Describes an open point: its readings, what the suite accepts, what a run records. Null for any other name. */
export function openPointLines(name: string): readonly string[] | null {
  const point = openPoints.find(({ id }) => id === name);
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

/** Lists the open points of a section: up to `MAX_DETAILED` with what the suite accepts, more by name only. */
export function openPointsOf(section: string): readonly string[] {
  const open = openPoints.filter((point) => point.section === section);
  if (open.length === 0) return [];
  if (open.length <= MAX_DETAILED)
    return [
      "",
      `  open in §${section}`,
      ...open.map(({ id, question, accepts }: OpenPoint) => `    ${id}: ${question} Accepted: ${accepts}`),
    ];
  return [
    "",
    `  open in §${section} (\`payconform explain NAME\` shows one)`,
    ...open.map(({ id }) => `    ${id}`),
  ];
}

const MAX_DETAILED = 5;
