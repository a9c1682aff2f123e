import { writeFileSync } from "node:fs";
import type { ExitCode } from "../../harness/results.ts";
import { select } from "../mutants/choose.ts";
import { print } from "../terminal/output.ts";
import type { MutantArguments } from "../mutants/arguments.ts";
import { textTable } from "../terminal/tables.ts";

/** Lists mutants and variants and what each changes. Judges nothing. */
export function listMutants(
  options: Pick<MutantArguments, "mutant" | "area" | "variant" | "allRules" | "json">,
): ExitCode {
  const { mutants, variants } = select(options);
  if (options.json !== undefined) {
    const listed = {
      mutants: mutants.map(({ id, violates, summary }) => ({
        id,
        violates,
        summary,
      })),
      variants: variants.map(({ id, openPoints, what }) => ({ id, openPoints, what })),
    };
    writeFileSync(options.json, `${JSON.stringify(listed, null, 2)}\n`);
  }
  const tables = [
    ...(mutants.length === 0
      ? []
      : [
          textTable(
            ["mutant", "violates", "what it changes"],
            mutants.map(({ id, violates, summary }) => [id, violates.join("\n"), summary]),
          ),
        ]),
    ...(variants.length === 0
      ? []
      : [
          textTable(
            ["variant", "open point", "how it chooses"],
            variants.map(({ id, openPoints, what }) => [id, openPoints.join("\n"), what]),
          ),
        ]),
  ];
  print([...tables, `${mutants.length} mutants, ${variants.length} variants`].join("\n"));
  return 0;
}
