import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import type { RunResult } from "../../harness/results.ts";
import { causes } from "../evidence/causes.ts";
import { drawingStyle } from "../drawings/drawing.ts";
import { causePage, rulePage } from "./rule.ts";
import type { CatalogueFacts } from "../evidence/facts.ts";
import { type Html, html, markup } from "../text/html.ts";
import { observationDetails, observationsPage } from "./observations.ts";
import { ruleTree } from "./rules.ts";
import { sentenceDetails, sentencesPage } from "./sentences.ts";
import { summary, verdictOf } from "./summary.ts";

export { prepareRulePage } from "./rule.ts";

const folder = dirname(fileURLToPath(import.meta.url));
const asset = (name: string): string => readFileSync(join(folder, name), "utf8");
const hash = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** An element without space around its content, whose hash is in the policy. */
const element = (name: string, content: string): Html => markup(`<${name}>${content}</${name}>`);

/**
 * The run as one HTML file that opens from disk and loads nothing. The summary and the list of rules are plain HTML; the details of rules
 * and causes are compressed. The policy permits only this style sheet and this script, so text of a target cannot execute.
 */
export function reportPage(result: RunResult, facts: CatalogueFacts): string {
  const found = causes(result);
  const details: Readonly<Record<string, string>> = Object.fromEntries<string>([
    ...result.rules.map((rule) => [`rule/${rule.id}`, String(rulePage(rule, facts))] as const),
    ...found.map((cause, index) => [`cause/${index + 1}`, String(causePage(cause, result, facts))] as const),
    ...observationDetails(result).map(([address, proof]) => [address, String(proof)] as const),
    ...sentenceDetails(result, facts).map(([address, some]) => [address, String(some)] as const),
  ]);
  const sentences = sentencesPage(result, facts);
  const [style, script] = [drawingStyle() + asset("style.css"), asset("browser.js")];
  const policy = `default-src 'none'; style-src ${hash(style)}; script-src ${hash(script)}; img-src data:; base-uri 'none'; form-action 'none'`;
  const packed = gzipSync(JSON.stringify(details)).toString("base64");
  return `<!doctype html>\n${html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta http-equiv="Content-Security-Policy" content="${policy}" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>${verdictOf(result)} · payconform</title>
      ${element("style", style)}
    </head>
    <body>
      <header>
        <b>payconform</b>
        <nav aria-label="Views">
          <a href="#/" data-view="summary">Summary</a> <a href="#/rules" data-view="rules">Rules</a>
          <a href="#/observations" data-view="observations">Observations</a>
          ${sentences === null ? null : html`<a href="#/sentences" data-view="sentences">Sentences</a>`}
        </nav>
      </header>
      <main>
        ${summary(result, found, facts)}
        <noscript
          ><p>
            Without JavaScript, this page shows the summary and the list of rules; conformance.json has the
            rest.
          </p></noscript
        >
        ${ruleTree(result, facts)}${observationsPage(result, facts)}${sentences}
        <article id="detail" class="view" hidden></article>
        <section id="paper" class="paper"></section>
      </main>
      <script type="text/plain" id="packed">
        ${markup(packed)}
      </script>
      ${element("script", script)}
    </body>
  </html> `}`;
}
