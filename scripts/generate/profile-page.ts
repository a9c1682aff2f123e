import { withGenerated } from "./page.ts";

const PAGE = { path: "docs/profile.md", part: "names" };

interface Need {
  readonly id: string;
  readonly what: string;
  readonly supply: string;
}

interface Port {
  readonly name: string;
  readonly what: string;
  readonly inputs: readonly Field[];
  readonly outputs: readonly Field[];
}

interface Field {
  readonly name: string;
  readonly required?: boolean;
}

/** The page on profiles with its tables of names brought up to date. @throws SourceFault */
export function profilePage(
  root: string,
  data: { needs: readonly unknown[]; ports: readonly unknown[] },
): { readonly path: string; readonly text: string } {
  const needs = data.needs as readonly Need[];
  const tables = [
    table(
      ["fixture", "what it is", "how you supply it"],
      named(needs, "fixture.", "fixtures.").map(({ name, what, supply }) => [`\`${name}\``, what, supply]),
    ),
    table(
      ["field", "what it is", "form"],
      named(needs, "field.", "fields.").map(({ name, what, supply }) => [
        `\`${name}\``,
        what,
        supply.slice(supply.lastIndexOf(": ") + 2),
      ]),
    ),
    table(
      ["port", "what it does", "inputs", "outputs"],
      (data.ports as readonly Port[]).map(({ name, what, inputs, outputs }) => [
        `\`${name}\``,
        what,
        fields(inputs),
        fields(outputs),
      ]),
    ),
    "Inputs and outputs in parentheses are optional.",
  ];
  return withGenerated(root, PAGE, tables);
}

/** The needs that the profile meets by an entry of a section. */
function named(
  needs: readonly Need[],
  prefix: string,
  section: string,
): readonly { name: string; what: string; supply: string }[] {
  return needs.flatMap(({ id, what, supply }) => {
    const name = id.slice(prefix.length);
    return id.startsWith(prefix) && supply.includes(`\`${section}${name}\``) ? [{ name, what, supply }] : [];
  });
}

const fields = (all: readonly Field[]): string =>
  all.map(({ name, required }) => (required === false ? `(\`${name}\`)` : `\`${name}\``)).join(", ");

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(heads), `|${heads.map(() => "---").join("|")}|`, ...rows.map(line)].join("\n");
}
