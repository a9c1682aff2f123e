import type { Rule } from "../../spec/index.ts";
import { type Page, table, withGenerated } from "./page.ts";

const PAGE = { path: "docs/acceptances.md", part: "acceptances" };

/** The page on what the document says is accepted, with an updated table. @throws SourceFault */
export function acceptancesPage(root: string, rules: readonly Rule[]): Page {
  const rows = rules.flatMap(({ id, section, accepts }) => {
    if (accepts === undefined) return [];
    const { operation, about = "", body, query, headers } = accepts;
    const sent = [query, body, headers].flatMap((part) => Object.keys(part ?? {}));
    const values = Object.values(query ?? {}).join(" ");
    const form =
      sent.length === 0 ? "nothing" : `\`${sent.join("`, `")}\`${values === "" ? "" : ` (${values})`}`;
    const mutant = `refuses-${id.replace("/accepts-", "-")}`;
    return [[`\`${id}\``, section, `\`${operation}\``, about, form, `\`${mutant}\``]];
  });
  return withGenerated(root, PAGE, [table(["rule", "§", "operation", "about", "sends", "mutant"], rows)]);
}
