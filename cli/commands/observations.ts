import type { ExitCode } from "../../harness/results.ts";
import { groupBy, indent, oneLine } from "../../reports/text/text.ts";
import { readShard } from "../merge/read-shard.ts";
import { print } from "../terminal/output.ts";

interface ObservationsArguments {
  /** Output directory of a run. */
  readonly out: string;
}

/** Prints what a target does where the document is silent or open. */
export function observations({ out }: ObservationsArguments): ExitCode {
  const { observations: all } = readShard(out, new Map()).result;
  const points = [...groupBy(all, ({ id }) => id)].map(([id, some]) => {
    const [{ section, question } = { section: "", question: "" }] = some;
    const values = [...new Set(some.map(({ seen }) => oneLine(seen)))].join("\n");
    return `${oneLine(`§${section}  ${question} (${id})`)}\n${indent(values, "  ")}`;
  });
  print(points.length === 0 ? "the run has no observation" : points.join("\n"));
  return 0;
}
