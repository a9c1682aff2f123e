/**
 * Builds the interface reference, one HTML file that loads nothing: the public contract with the rules and the open points of each
 * operation.
 *
 *   npm run docs -- [FILE]      (default: docs/reference/index.html)
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { openPoints, catalogue, openapi, readPublicContract, type Rule } from "../spec/index.ts";
import { documentedOperations, isObject, resolve } from "../spec/json.ts";
import { cell, table } from "./generate/page.ts";

const root = join(import.meta.dirname, "..");

type Dict = Record<string, unknown>;

const LOGO = "https://cdn.redoc.ly/redoc/logo-mini-full.svg";

/** Blue that is readable on white, and no badge for the logo, which is not loaded. */
const STYLE = `body { margin: 0; font-family: system-ui, sans-serif; } details { margin: 8px 0; } summary { cursor: pointer; }
html:not(.dark) { --color-blue-6: #1766d6 !important; --color-blue-7: #2461c2 !important; --color-blue-5: #2461c2 !important; }
a[href="https://redocly.com/redoc/"] { display: none; }`;

/** Ids of the rules in the annotations of an operation in the judge's contract. */
function passiveRulesOf(operation: Dict): ReadonlySet<string> {
  const found = new Set<string>();
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(walk);
    if (!isObject(value)) return;
    const { "x-value-rules": values = {}, ...others } = resolve(openapi, value);
    for (const id of Object.values(values as Dict)) found.add(String(id));
    for (const [name, inner] of Object.entries(others))
      if (/^x-.*rule$/.test(name)) found.add(String(inner));
      else walk(inner);
  };
  walk(operation);
  return found;
}

/** The rules of an operation: those in its annotations, and those of its area that have a check. */
export function rulesOf(operation: Dict): readonly Rule[] {
  const passive = passiveRulesOf(operation);
  const served = operation["x-served-rule"];
  const area = typeof served === "string" ? served.split("/")[0] : undefined;
  return catalogue.filter(
    ({ id, kind, area: own }) => passive.has(id) || (kind !== "passive" && own === area),
  );
}

/** A table in a closed block that opens on a click; empty without rows. */
function folded(title: string, head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "";
  const cells = rows.map((row) => row.map(cell));
  return `\n\n<details>\n<summary>${title}</summary>\n\n${table(head, cells)}\n\n</details>`;
}

/** Adds the rules and open points of each operation and event to its description. */
export function withRules(contract: Dict): Dict {
  const copy = structuredClone(contract);
  const judged = new Map(
    documentedOperations(openapi).map(({ operation }) => [
      String(operation["operationId"]),
      operation as Dict,
    ]),
  );
  const hooks = Object.values(copy["webhooks"] as Record<string, { post: Dict }>).map(({ post }) => post);
  const judgedHooks = Object.values(openapi["webhooks"] as Record<string, { post: Dict }>);
  for (const { post } of judgedHooks) judged.set(String(post["operationId"]), post);
  const operations = [...documentedOperations(copy).map(({ operation }) => operation as Dict), ...hooks];
  for (const operation of operations) {
    const rules = rulesOf(judged.get(String(operation["operationId"])) ?? {});
    const open = (operation["x-open-points"] ?? []) as readonly string[];
    const points = openPoints.filter(({ id }) => open.includes(id));
    operation["description"] =
      String(operation["description"]) +
      folded(
        `What is open here (${points.length})`,
        ["question", "accepted"],
        points.map(({ question, accepts }) => [question, accepts]),
      ) +
      folded(
        `Rules that judge it (${rules.length})`,
        ["rule", "§", "statement"],
        rules.map(({ id, section, says }) => [`\`${id}\``, section, says]),
      );
    delete operation["x-open-points"];
  }
  return copy;
}

/** The HTML of the reference. */
export function page(contract: Dict): string {
  const require = createRequire(import.meta.url);
  const folder = dirname(require.resolve("@redocly/cli/package.json"));
  // The script would load its logo. The policy below forbids all other requests.
  const script = readFileSync(join(folder, "lib/chunks/redoc.standalone.js"), "utf8").replaceAll(
    LOGO,
    "data:,",
  );
  const inert = (text: string): string =>
    text.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
  const { title } = contract["info"] as { title: string };
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval'; style-src 'unsafe-inline'; img-src data:; font-src data:; worker-src blob:">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<div id="reference"></div>
<script type="module">
${inert(script)}
init(${inert(JSON.stringify(contract))}, { hideDownloadButtons: true, sanitize: false }, document.getElementById("reference"));
// What scrolls can be scrolled with the keyboard.
new MutationObserver(() => {
  for (const one of document.querySelectorAll("pre:not([tabindex]), .md-table-wrapper:not([tabindex])")) one.tabIndex = 0;
}).observe(document.getElementById("reference"), { childList: true, subtree: true });
</script>
</body>
</html>
`;
}

if (process.argv[1] === import.meta.filename) {
  const file = process.argv[2] ?? join(root, "docs/reference/index.html");
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, page(withRules(readPublicContract())));
  console.log(file);
}
