import type { ExitCode } from "../../harness/results.ts";
import { compareSides } from "../compare/compare.ts";
import { comparedJson, comparedMarkdown, comparedText } from "../compare/compared-text.ts";
import { readSide } from "../compare/side.ts";
import { print, printJson } from "../terminal/output.ts";

interface CompareArguments {
  readonly json: boolean;
  readonly markdown: boolean;
}

/** Prints what a client would notice that moves from one server to the other, by their output directories or recordings. Exit code 1: a verdict differs. */
export async function compare(a: string, b: string, { json, markdown }: CompareArguments): Promise<ExitCode> {
  const result = compareSides(await readSide(a), await readSide(b));
  if (json) printJson(JSON.stringify(comparedJson(result), null, 2));
  else print(markdown ? comparedMarkdown(result) : comparedText(result));
  return result.verdicts.length > 0 ? 1 : 0;
}
