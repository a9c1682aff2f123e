import type { Need, Port, PortField } from "../../spec/index.ts";
import { type Page, table, withGenerated } from "./page.ts";

const PAGE = { path: "docs/profile.md", part: "names" };

/** The page on profiles, with updated tables of names. @throws SourceFault */
export function profilePage(
  root: string,
  { needs, ports }: { needs: readonly Need[]; ports: readonly Port[] },
): Page {
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
      ports.map(({ name, what, inputs, outputs }) => [`\`${name}\``, what, fields(inputs), fields(outputs)]),
    ),
    "Inputs and outputs in parentheses are optional.",
  ];
  return withGenerated(root, PAGE, tables);
}

/** The needs that an entry in a section of the profile supplies. */
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

const fields = (all: readonly PortField[]): string =>
  all.map(({ name, required }) => (required ? `\`${name}\`` : `(\`${name}\`)`)).join(", ");
