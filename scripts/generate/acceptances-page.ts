import { withGenerated } from "./page.ts";

const PAGE = { path: "docs/acceptances.md", part: "acceptances" };

interface Rule {
  readonly id: string;
  readonly section: string;
  readonly accepts?: {
    readonly operation: string;
    readonly about?: string;
    readonly body?: Readonly<Record<string, unknown>>;
    readonly query?: Readonly<Record<string, string>>;
    readonly headers?: Readonly<Record<string, string>>;
  };
}

/** The page on what the document says is accepted, with its table brought up to date. @throws SourceFault */
export function acceptancesPage(
  root: string,
  rules: readonly unknown[],
): { readonly path: string; readonly text: string } {
  const rows = (rules as readonly Rule[]).flatMap(({ id, section, accepts }) => {
    if (accepts === undefined) return [];
    const { operation, about, body, query, headers } = accepts;
    const sent = [query, body, headers].flatMap((part) => Object.keys(part ?? {}));
    const values = Object.values(query ?? {}).join(" ");
    const form =
      sent.length === 0 ? "nothing" : `\`${sent.join("`, `")}\`${values === "" ? "" : ` (${values})`}`;
    const mutant = `refuses-${id.replace("/accepts-", "-")}`;
    return [`| \`${id}\` | ${section} | \`${operation}\` | ${about ?? ""} | ${form} | \`${mutant}\` |`];
  });
  const head = ["| rule | § | operation | about | sends | mutant |", "|---|---|---|---|---|---|"];
  return withGenerated(root, PAGE, [[...head, ...rows].join("\n")]);
}
