import { writeFileSync } from "node:fs";
import Table from "cli-table3";
import type { ExitCode } from "../../harness/results.ts";
import { type Selection, select } from "../mutants/choose.ts";
import { print } from "../output.ts";
import type { MutantArguments } from "../mutants/arguments.ts";

/** Lists mutants and variants with what each of them changes; judges nothing. */
export function listMutants(
  options: Pick<MutantArguments, "mutant" | "area" | "variant" | "allRules" | "json">,
): ExitCode {
  const selected = select(options);
  const { mutants, variants } = selected;
  if (options.json !== undefined)
    writeFileSync(options.json, `${JSON.stringify(listed(selected), null, 2)}\n`);
  const tables = [
    ...(mutants.length === 0
      ? []
      : [
          tableOf(
            ["mutant", "violates", "what it changes"],
            mutants.map(({ id, violates, summary }) => [id, violates, summary]),
          ),
        ]),
    ...(variants.length === 0
      ? []
      : [
          tableOf(
            ["variant", "open point", "how it chooses"],
            variants.map(({ id, ambiguities, what }) => [id, ambiguities, what]),
          ),
        ]),
  ];
  print([...tables, `${mutants.length} mutants, ${variants.length} variants`].join("\n"));
  return 0;
}

function listed({ mutants, variants }: Selection) {
  return {
    mutants: mutants.map(({ id, violates, summary, subtle = false }) => ({ id, violates, summary, subtle })),
    variants: variants.map(({ id, ambiguities, what }) => ({ id, ambiguities, what })),
  };
}

function tableOf(head: string[], rows: readonly (readonly [string, readonly string[], string])[]): string {
  const table = new Table({
    head,
    style: { head: [], border: [], compact: true },
    colWidths: [null, null, 80],
    wordWrap: true,
  });
  for (const [id, ids, words] of rows) table.push([id, ids.join("\n"), words]);
  return table.toString();
}
