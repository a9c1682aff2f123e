import { join } from "node:path";
import { UsageError } from "../../harness/profile/usage-error.ts";
import type { ExitCode } from "../../harness/results.ts";
import { groupBy, count, indent, oneLine } from "../../reports/text/text.ts";
import { readShard } from "../merge/read-shard.ts";
import { print } from "../terminal/output.ts";

export interface ObservationsArguments {
  /** Output directory of a run. */
  readonly out: string;
  /** Output directories of two runs. */
  readonly compare?: readonly string[];
}

/** Prints what a target does where the document is silent or open, or how two runs differ in this. */
export function observations({ out, compare }: ObservationsArguments): ExitCode {
  if (compare === undefined) {
    print(listed(observed(out)));
    return 0;
  }
  const [one, other] = compare;
  if (one === undefined || other === undefined || compare.length !== 2)
    throw new UsageError("--compare takes the output directories of two runs");
  print(difference({ name: one, points: observed(one) }, { name: other, points: observed(other) }));
  return 0;
}

/** An open point and the values that a run observed. */
interface Point {
  readonly section: string;
  readonly question: string;
  readonly values: ReadonlySet<string>;
}

type Points = ReadonlyMap<string, Point>;

function observed(folder: string): Points {
  const { observations } = readShard(folder, new Map()).result;
  return new Map(
    [...groupBy(observations, ({ id }) => id)].map(([id, some]) => {
      const [first] = some;
      const values = new Set(some.map(({ seen }) => seen));
      return [id, { section: first?.section ?? "", question: first?.question ?? "", values }];
    }),
  );
}

function heading(id: string, { section, question }: Point): string {
  return oneLine(`§${section}  ${question} (${id})`);
}

function listed(points: Points): string {
  if (points.size === 0) return "the run has no observation";
  return [...points]
    .map(([id, point]) => `${heading(id, point)}\n${lines([...point.values], "  ")}`)
    .join("\n");
}

const lines = (values: readonly string[], prefix: string): string =>
  indent(values.map(oneLine).join("\n"), prefix);

/** Lists the open points at which two runs observed different values: `-` marks those of the first run, `+` of the second. */
function difference(
  one: { readonly name: string; readonly points: Points },
  other: { readonly name: string; readonly points: Points },
): string {
  const ids = [...new Set([...one.points.keys(), ...other.points.keys()])].sort();
  const differing = ids.flatMap((id) => {
    const [before, after] = [one.points.get(id), other.points.get(id)];
    const gone = [...(before?.values ?? [])].filter((value) => after?.values.has(value) !== true);
    const added = [...(after?.values ?? [])].filter((value) => before?.values.has(value) !== true);
    const point = after ?? before;
    if (point === undefined || gone.length + added.length === 0) return [];
    return [
      [
        heading(id, point),
        ...(gone.length > 0 ? [lines(gone, "- ")] : []),
        ...(added.length > 0 ? [lines(added, "+ ")] : []),
      ].join("\n"),
    ];
  });
  const names = `- ${oneLine(join(one.name, "conformance.json"))}\n+ ${oneLine(join(other.name, "conformance.json"))}`;
  const equal = ids.length - differing.length;
  if (differing.length === 0) return `${names}\nno difference at ${count(ids.length, "point")}`;
  return [names, ...differing, `${count(differing.length, "point")} differ, ${equal} agree`].join("\n");
}
