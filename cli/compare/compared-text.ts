import { diffArrays } from "diff";
import { count, firstOf, groupBy, indent, oneLine } from "../../reports/text/text.ts";
import { block, inline, prose } from "../../reports/text/markdown.ts";
import type { Compared } from "./compare.ts";
import type { Pair } from "./differences.ts";
import { Roles } from "./roles.ts";
import type { Seen, Side } from "./side.ts";

const WIDTH = 58;
const MOST_ROWS = 16;
const SHOWN = 6;
const SHOWN_VALUES = 12;

/** Both exchanges in two columns, with roles in place of ids and times; equal members in between are left out. */
function sideBySide({ a, b }: Pair): readonly string[] {
  const [left, right] = [linesOf(a), linesOf(b)];
  const rows: (readonly [string, string, string])[] = [];
  const parts = diffArrays([...left], [...right]);
  for (let at = 0; at < parts.length; at += 1) {
    const [part, next] = [parts[at], parts[at + 1]];
    if (part === undefined) break;
    if (part.removed === true && next?.added === true) {
      const length = Math.max(part.value.length, next.value.length);
      for (let row = 0; row < length; row += 1)
        rows.push([part.value[row] ?? "", next.value[row] ?? "", "|"]);
      at += 1;
    } else if (part.removed === true) for (const line of part.value) rows.push([line, "", "<"]);
    else if (part.added === true) for (const line of part.value) rows.push(["", line, ">"]);
    else
      for (const line of part.value.length > 4
        ? [...part.value.slice(0, 2), "…", ...part.value.slice(-1)]
        : part.value)
        rows.push([line, line, " "]);
  }
  const fit = (text: string): string => {
    const line = oneLine(text);
    return line.length > WIDTH ? `${line.slice(0, WIDTH - 1)}…` : line;
  };
  const shown = rows
    .slice(0, MOST_ROWS)
    .map(([one, other, mark]) => `${fit(one).padEnd(WIDTH)} ${mark} ${fit(other)}`.trimEnd());
  return rows.length > MOST_ROWS ? [...shown, `… ${count(rows.length - MOST_ROWS, "more line")}`] : shown;
}

function linesOf({ head, query, given, status, body }: Seen): readonly string[] {
  const roles = new Roles();
  const isEvent = head.startsWith("event ");
  const lines = [`${isEvent ? head : roles.path(head)}${query}`];
  if (given !== null) lines.push(JSON.stringify(roles.shown(given)));
  if (!isEvent) lines.push(`-> ${status ?? "no answer"}`);
  return [...lines, ...(JSON.stringify(roles.shown(body), null, 1) ?? "").split("\n")];
}

/** The first sentence, which answers whether a client would notice. */
function headline({ verdicts, unjudged, openPoints, others, equal }: Compared): string {
  const alone = [...unjudged.values()].reduce((sum, { length }) => sum + length, 0);
  const differing = [
    `${count(verdicts.length, "verdict")}`,
    `${count(openPoints.length, "open point")}`,
    others === null
      ? "(without two recordings, nothing else was compared)"
      : `${others.length} more in what the document leaves alone`,
  ];
  const same = `equal: ${count(equal.verdicts, "verdict")}, ${count(equal.openPoints, "open point")}, ${count(equal.exchanges, "answer")} to the same request`;
  return [
    `different: ${differing.join(", ")}`,
    same,
    ...(alone === 0 ? [] : [`not judged on both sides: ${count(alone, "rule")}`]),
  ].join("\n");
}

/** One list of the result: its heading, and for each difference its lines and what shows it. */
interface Part {
  readonly heading: string;
  readonly entries: readonly {
    readonly says: string;
    readonly lines: readonly string[];
    readonly pair: Pair | null;
  }[];
}

function partsOf({ verdicts, unjudged, openPoints, others }: Compared): readonly Part[] {
  const values = (mark: string, list: readonly string[]): readonly string[] =>
    list.length <= SHOWN_VALUES
      ? list.map((value) => `${mark}: ${value}`)
      : [
          ...list.slice(0, SHOWN_VALUES).map((value) => `${mark}: ${value}`),
          `${mark}: and ${list.length - SHOWN_VALUES} more`,
        ];
  return [
    {
      heading: "The verdict differs",
      entries: [...groupBy(verdicts, ({ cause }) => cause).values()].flatMap(([first, ...others]) => {
        if (first === undefined) return [];
        const { rule, section, says, verdicts: is, reasons, pair } = first;
        const lines = [
          says,
          ...values("A", reasons.a === null ? [] : [reasons.a]),
          ...values("B", reasons.b === null ? [] : [reasons.b]),
          ...(others.length === 0
            ? []
            : [
                `the same cause: ${firstOf(
                  others.map((one) => one.rule),
                  SHOWN,
                )}`,
              ]),
        ];
        return [{ says: `${rule} §${section}: ${is.a} in A, ${is.b} in B`, lines, pair }];
      }),
    },
    {
      heading: "An open point is decided differently",
      entries: openPoints.map(({ id, section, question, onlyInA, onlyInB }) => ({
        says: `§${section} ${question} (${id})`,
        lines: [...values("A", onlyInA), ...values("B", onlyInB)],
        pair: null,
      })),
    },
    {
      heading: "The document leaves it alone",
      entries: (others ?? []).map(({ says, names, rules, exchanges, example }) => ({
        says: `${says}: ${firstOf(names, SHOWN)}`,
        lines: [
          `${count(exchanges, "exchange")}${rules.length === 0 ? "" : ` of ${count(rules.length, "rule")}`}`,
        ],
        pair: example,
      })),
    },
    {
      heading: "Not judged on both sides",
      entries: [...unjudged].map(([verdicts, rules]) => {
        const [one = "", other = ""] = verdicts.split(", ");
        return {
          says: `${one} in A, ${other} in B: ${count(rules.length, "rule")}`,
          lines: [firstOf(rules, SHOWN)],
          pair: null,
        };
      }),
    },
  ].filter(({ entries }) => entries.length > 0);
}

const titles = ({ a, b }: Compared): readonly string[] => [`A  ${a.name}`, `B  ${b.name}`];

/** The result as text for a terminal. */
export function comparedText(result: Compared): string {
  const parts = partsOf(result).flatMap(({ heading, entries }) => [
    "",
    heading,
    ...entries.flatMap(({ says, lines, pair }, index) => [
      `  ${index + 1}  ${oneLine(says)}`,
      ...lines.map((line) => `     ${oneLine(line)}`),
      ...(pair === null ? [] : [indent(sideBySide(pair).join("\n"), "       ")]),
    ]),
  ]);
  return [...titles(result), headline(result), ...warnings(result), ...parts].join("\n");
}

/** The result as Markdown. */
export function comparedMarkdown(result: Compared): string {
  const parts = partsOf(result).flatMap(({ heading, entries }) => [
    `## ${heading}`,
    ...entries.flatMap(({ says, lines, pair }) => [
      `### ${prose(says)}`,
      lines.map((line) => `- ${prose(line)}`).join("\n"),
      ...(pair === null ? [] : [block(sideBySide(pair).join("\n"))]),
    ]),
  ]);
  const head = [...titles(result), ...headline(result).split("\n"), ...warnings(result)];
  return ["# Comparison", head.map((line) => `- ${inline(line)}`).join("\n"), ...parts].join("\n\n");
}

function warnings({ a, b }: Compared): readonly string[] {
  return a.seed === b.seed
    ? []
    : [
        `the runs have different seeds (${a.seed ?? "none"} and ${b.seed ?? "none"}), so few requests are the same`,
      ];
}

/** The result as data. */
export function comparedJson(result: Compared): object {
  const { a, b, verdicts, unjudged, openPoints, others, equal } = result;
  const shown = ({ head, query, given, status, body }: Seen): object => {
    const roles = new Roles();
    return {
      request: `${roles.path(head)}${query}`,
      given: roles.shown(given),
      status,
      body: roles.shown(body),
    };
  };
  const both = (pair: Pair | null): object | null => pair && { a: shown(pair.a), b: shown(pair.b) };
  const sideOf = ({ name, seed }: Side): object => ({ name, seed });
  return {
    a: sideOf(a),
    b: sideOf(b),
    verdicts: verdicts.map(({ pair, ...rest }) => ({ ...rest, shown: both(pair) })),
    openPoints,
    others: others?.map(({ example, ...rest }) => ({ ...rest, shown: both(example) })) ?? null,
    unjudged: Object.fromEntries(unjudged),
    equal,
  };
}
