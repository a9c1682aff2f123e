import type { RuleResult, RunResult } from "../../harness/results.ts";
import { type Cause, causeCounts, GROUP_WORDS, reasonOf, tryAgain } from "../evidence/causes.ts";
import { curlOfLast } from "../evidence/curl.ts";
import { lostInWords } from "../evidence/causes-text.ts";
import { comparisonFacts } from "../evidence/comparison.ts";
import {
  couldNotRunWithoutNeed,
  leaveOutText,
  needsOfServed,
  sectionsInWords,
  waitingForSections,
} from "../evidence/missing-needs.ts";
import {
  exitInWords,
  failingLater,
  gateVerdict,
  laterInWords,
  levelsInWords,
  VERDICT_WORDS,
  gateInWords,
  selectionInWords,
  trafficInWords,
} from "../evidence/outcome-words.ts";
import { groupBy, capitalized, clip, count, duration } from "../text/text.ts";
import { bar } from "./rules.ts";
import { type CatalogueFacts, sectionName } from "../evidence/facts.ts";
import { costsInWords, percent, rulesBySection, type Shares, sharesOf } from "../evidence/statistics.ts";
import { type Html, html } from "../text/html.ts";
import { command, prose, ruleLink, table } from "./parts.ts";

/** The most ids of a kind that are shown outside of a closed block. */
const MAX_SHOWN = 8;
const LONGEST = 400;
/** The most needs that are shown outside of a closed block. */
const NEEDS = 10;

/** The first screen: the verdict, how much was judged, what is wrong, what was not judged and why, what changed, and what was run. */
export function summary(result: RunResult, causes: readonly Cause[], facts: CatalogueFacts): Html {
  const shares = sharesOf(result.rules);
  return html`<section id="summary" class="view" aria-labelledby="verdict">
    <h1 id="verdict" class="${toneOf(result)}">${verdictOf(result)}</h1>
    <p class="target">${targetOf(result)}, ${timeOf(result.startedAt)}</p>
    ${lost(result)} ${levels(result)} ${gate(result)} ${numbers(shares)} ${wrong(result, causes)}
    ${changes(result)} ${traffic(result)} ${sections(result, facts)} ${open(result)} ${coverage(result)}
    ${notes(result)} ${about(result)}
  </section>`;
}

const TONES = ["good", "bad", "bad", "warn", "bad"] as const;

const toneOf = ({ exitCode }: RunResult): string => TONES[exitCode];

/** "Not conformant: 12 violations." */
export function verdictOf(result: RunResult): string {
  return `${capitalized(exitInWords(result))}.`;
}

function targetOf(result: RunResult): string {
  return result.embedded === true ? "The embedded emulator" : nameAndUrl(result, ", ");
}

/** The name of the target and its URL, or only the URL if it contains the name. */
function nameAndUrl({ target: { name, baseUrl } }: RunResult, between: string): string {
  return name === "" || baseUrl.includes(name) ? baseUrl : `${name}${between}${baseUrl}`;
}

/** "2026-03-01 12:00 UTC". */
const timeOf = (iso: string): string => iso.replace(/^(\S{10})T(\S{5}).*$/, "$1 $2 UTC");

/** The two shares. Neither is meaningful alone, because a server with one route can pass all judged rules. */
function numbers(shares: Shares): Html {
  const judged = shares.passed + shares.violated;
  const inScope = shares.rules - shares.notOffered;
  return html`<div class="numbers">
      <div>
        <h2>Conformance of the judged rules</h2>
        <p class="number">${percent(shares.passed, judged) ?? "nothing was judged"}</p>
        <p>${shares.passed} of ${count(judged, "judged rule")} passed, ${shares.violated} violated</p>
      </div>
      <div>
        <h2>Share judged</h2>
        <p class="number">${percent(judged, inScope) ?? "nothing is in scope"}</p>
        <p>
          ${judged} of ${count(inScope, "rule")} in scope; ${shares.notJudged} not judged,
          ${shares.notOffered} not offered
        </p>
      </div>
    </div>
    ${bar(shares)}`;
}

function lost({ lost: end = null, target }: RunResult): Html | null {
  if (end === null) return null;
  const lines = curlOfLast(end);
  return html`<p class="alert">${lostInWords(end, target.baseUrl)}</p>
    ${lines.length === 0 ? null : command(lines.join("\n"))}`;
}

/** The levels that are reached, and the rules that came after the level of the run, which have no page. */
function levels(result: RunResult): Html | null {
  const [known, later] = [levelsInWords(result), laterInWords(result)];
  const failing = result.level ? failingLater(result.level) : [];
  if (known === null && later === null) return null;
  return html`<div class="note">
    ${known === null ? null : html`<p>${capitalized(known)}.</p>`}
    ${later === null ? null : html`<p>${later}.</p>`}
    ${
      failing.length === 0
        ? null
        : html`<details>
            <summary>${count(failing.length, "rule")} that would fail</summary>
            <ul>
              ${failing.map(({ rule, verdict }) => html`<li><code>${rule}</code>: ${VERDICT_WORDS[verdict]}</li>`)}
            </ul>
          </details>`
    }
  </div>`;
}

/** The verdict of the gate, and the rules that fail it. A rule that was not judged has no page to link to. */
function gate(result: RunResult): Html | null {
  const { gate: outcome = null } = result;
  if (outcome === null) return null;
  const judged = new Set(result.rules.map(({ id }) => id));
  const items = outcome.failed.map(
    (failed) =>
      html`<li>
        ${judged.has(failed.rule) ? ruleLink(failed.rule) : html`<code>${failed.rule}</code>`}:
        ${gateVerdict(failed)}
      </li>`,
  );
  return html`<div class="${outcome.verdict === "passed" ? "note" : "alert"}">
    <p><b>${capitalized(gateInWords(outcome))}</b> (${outcome.file}).</p>
    ${
      items.length === 0
        ? null
        : html`<ul>
            ${items.slice(0, MAX_SHOWN)}
          </ul>`
    }
    ${
      items.length <= MAX_SHOWN
        ? null
        : html`<details>
            <summary>and ${items.length - MAX_SHOWN} more</summary>
            <ul>
              ${items.slice(MAX_SHOWN)}
            </ul>
          </details>`
    }
  </div>`;
}

function wrong(result: RunResult, causes: readonly Cause[]): Html {
  if (causes.length === 0)
    return html`<h2>What is wrong</h2>
      <p>No judged rule is violated.</p>`;
  const again = causes.find(({ known }) => !known);
  const line = again === undefined ? null : tryAgain(again, result);
  return html`<h2>What is wrong</h2>
    <p>${count(causes.length, "cause")}.${causes.length > 1 ? " Fix the first one first." : ""}</p>
    ${grouped(causes)}
    ${
      line === null
        ? null
        : html`<p>After you fix ${causes.length > 1 ? "the first one" : "it"}, run:</p>
            ${command(line)}`
    }`;
}

/** The causes by group, numbered consecutively. */
function grouped(causes: readonly Cause[]): readonly Html[] {
  const numbered = causes.map((cause, index) => ({ cause, number: index + 1 }));
  const groups = groupBy(numbered, ({ cause }) =>
    cause.known ? "Known: listed in the baseline" : GROUP_WORDS[cause.group],
  );
  return [...groups].map(
    ([heading, some]) =>
      html`<h3>${heading}</h3>
        <ol class="causes" start="${some[0]?.number ?? 1}">
          ${some.map(({ cause, number }) => html`<li value="${number}">${causeLine(cause, number)}</li>`)}
        </ol>`,
  );
}

/** A cause, which describes what the target does. If it is the violation of a single rule, the rule's sentence comes first. */
function causeLine(cause: Cause, number: number): Html {
  const [rule, ...others] = cause.rules;
  const isOfOneRule =
    rule?.verdict === "violated" &&
    others.length === 0 &&
    cause.waiting.length === 0 &&
    (cause.says === reasonOf(rule) || isOwnValue(rule));
  return isOfOneRule
    ? html`<a href="#/cause/${number}">${prose(rule.says)}</a>
        <div class="count">${prose(clip(cause.says, LONGEST))}</div>`
    : html`<a href="#/cause/${number}">${prose(clip(cause.says, LONGEST))}</a>
        <span class="count">${causeCounts(cause)}</span>`;
}

/** Whether a value has the right shape but contradicts the request, so that only the rule's sentence explains it. */
const isOwnValue = ({ symptom, kind }: RuleResult): boolean =>
  symptom?.kind === "field" && symptom.fault === "value" && kind !== "passive";

function changes({ comparison = null }: RunResult): Html | null {
  if (comparison === null) return null;
  const facts = comparisonFacts(comparison);
  const other = comparison.otherTarget === null ? null : html`, which judged ${comparison.otherTarget}`;
  return html`<h2>Since the previous run</h2>
    <p>
      The run of
      ${timeOf(comparison.since)}${other}.${facts.length === 0 ? " Neither run has a violation." : ""}
    </p>
    <ul>
      ${facts.map(({ what, ids, effect }) => html`<li class="${effect}"><b>${ids.length} ${what}</b>: ${idList(ids)}</li>`)}
    </ul>`;
}

function idList(ids: readonly string[]): Html {
  const links = (some: readonly string[]): Html[] => some.map((id) => html`${ruleLink(id)} `);
  const [first, rest] = [ids.slice(0, MAX_SHOWN), ids.slice(MAX_SHOWN)];
  return html`${links(first)}${
    rest.length === 0
      ? null
      : html`<details>
          <summary>and ${rest.length} more</summary>
          ${links(rest)}
        </details>`
  }`;
}

/** What judged traffic has asked for; null for a run. */
function traffic({ traffic: seen = null }: RunResult): Html | null {
  if (seen === null) return null;
  const isAsked = ({ statuses }: (typeof seen.operations)[number]): boolean =>
    Object.keys(statuses).length > 0;
  const rows = seen.operations.filter(isAsked).map(
    ({ method, path, statuses }) =>
      html`<tr>
        <th scope="row"><code>${method} ${path}</code></th>
        <td class="text">
          ${Object.entries(statuses)
            .map(([status, times]) => `${status} × ${times}`)
            .join(", ")}
        </td>
      </tr>`,
  );
  const never = seen.operations.filter((one) => !isAsked(one)).map(({ operation }) => operation);
  return html`<h2>Traffic</h2>
    <p>${seen.source}: ${trafficInWords(seen)}.</p>
    ${rows.length === 0 ? null : table("Operations", ["operation", { name: "answers", holds: "text" }], rows)}
    ${never.length === 0 ? null : html`<p>Never asked for: ${never.join(", ")}.</p>`}`;
}

/** Which documented outcomes the run has reached; null for judged traffic. */
function coverage({ coverage: all = [] }: RunResult): Html | null {
  if (all.length === 0) return null;
  const outcomes = all.flatMap((one) => one.outcomes);
  const reached = outcomes.filter(({ times }) => times > 0);
  const rows = all.map(
    ({ method, path, outcomes: own }) =>
      html`<tr>
        <th scope="row"><code>${method} ${path}</code></th>
        <td class="text">
          ${own.map(({ status, times, why }) => `${status}: ${why ?? `${times} ×`}`).join("; ")}
        </td>
      </tr>`,
  );
  return html`<details>
    <summary>
      Reached ${reached.length} of ${outcomes.length} documented outcomes of ${all.length} operations
    </summary>
    ${table("Documented outcomes", ["operation", { name: "outcomes", holds: "text" }], rows)}
  </details>`;
}

function sections(result: RunResult, facts: CatalogueFacts): Html {
  const all = rulesBySection(result).map(([section, rules]) => ({
    section,
    shares: sharesOf(rules),
    unmet: costsInWords(rules),
  }));
  // A column of zeros is useless, and a phone has no room for it.
  const columns = COLUMNS.filter(
    ({ share, isOptional }) => !isOptional || all.some(({ shares }) => shares[share] > 0),
  );
  const rows = all.map(
    ({ section, shares, unmet }) =>
      html`<tr>
        <th scope="row">
          <a href="#/section/${section}">${sectionName(section, facts)}</a>
          ${unmet === "" ? null : html`<div class="count">needs ${unmet}</div>`}
        </th>
        ${columns.map(({ share, tone }) => html`<td class="${shares[share] === 0 ? "zero" : tone}">${shares[share]}</td>`)}
        <td class="wide">${bar(shares)}</td>
      </tr>`,
  );
  return html`<h2>By section of the document</h2>
    ${table(
      "Verdicts by section",
      [
        "section",
        ...columns.map(({ name, inTraffic }) => (result.traffic == null ? name : inTraffic)),
        { name: "shares", holds: "wide" },
      ],
      rows,
    )}`;
}

const COLUMNS = [
  { name: "violated", inTraffic: "violated", share: "violated", tone: "violated", isOptional: false },
  { name: "passed", inTraffic: "held", share: "passed", tone: "passed", isOptional: false },
  { name: "not judged", inTraffic: "not seen", share: "notJudged", tone: "open", isOptional: true },
  { name: "not offered", inTraffic: "not offered", share: "notOffered", tone: "none", isOptional: true },
] as const;

/** The rules that were not judged, by what they need. */
function open(result: RunResult): Html | null {
  // Missing routes are causes already.
  const needs = needsOfServed(result).filter(({ isShownAsCause }) => !isShownAsCause);
  const rest = couldNotRunWithoutNeed(result);
  const other = (["inconclusive", "unstable", "broken"] as const).filter(
    (verdict) => result.totals[verdict] > 0,
  );
  const waiting = waitingForSections(result);
  if (needs.length + rest.length + other.length + waiting === 0) return null;
  const rows = needs.map(
    ({ need, supply, rules, alone }) =>
      html`<tr>
        <th scope="row"><code>${need}</code></th>
        <td>${rules.length}</td>
        <td>${alone}</td>
        <td class="text">${prose(supply)}</td>
      </tr>`,
  );
  return html`<h2>Not judged, and why</h2>
    ${rows.length === 0 ? null : needTable(rows.slice(0, NEEDS))}
    ${
      rows.length <= NEEDS
        ? null
        : html`<details>
            <summary>${rows.length - NEEDS} more needs, each for fewer rules</summary>
            ${needTable(rows.slice(NEEDS))}
          </details>`
    }
    <ul>
      ${
        waiting === 0
          ? null
          : html`<li>
              <b>${count(waiting, "rule")}</b>: the target has no route of ${sectionsInWords(result)};
              ${prose(leaveOutText(result) ?? "")}
            </li>`
      }
      ${rest.map(({ reason, rules }) => html`<li><b>${count(rules.length, "rule")}</b>: ${clip(reason, LONGEST)}</li>`)}
      ${other.map(
        (verdict) =>
          html`<li>
            <a href="#/rules/${verdict}"><b>${result.totals[verdict]} ${VERDICT_WORDS[verdict]}</b></a>
          </li>`,
      )}
    </ul>`;
}

function needTable(rows: readonly Html[]): Html {
  return table(
    "Missing needs",
    [
      "need",
      "rules that need it",
      "rules that need nothing else",
      { name: "how to supply it", holds: "text" },
    ],
    rows,
  );
}

/** What else a reader should know: stale entries of the baseline, warnings, what the run left on the target. */
function notes(result: RunResult): Html | null {
  const { stale = [], warnings = [], leftovers = [] } = result;
  const lines = [
    ...stale.map(({ says }) => html`<li>Stale baseline entry: ${says}</li>`),
    ...warnings.map((warning) => html`<li>${prose(warning)}</li>`),
    ...leftovers.map(
      ({ kind, id, why }) =>
        html`<li>Left on the target: ${kind} ${id}${why === null ? "" : `: ${why}`}</li>`,
    ),
  ];
  return lines.length === 0
    ? null
    : html`<h2>Warnings</h2>
        <ul>
          ${lines}
        </ul>`;
}

function about(result: RunResult): Html {
  const { suite, catalogue, target, shard = null, patterns = [], kinds, level } = result;
  const template = result.replayTemplate ?? null;
  const selected = selectionInWords(result);
  const flags = [
    patterns.length === 0 ? "" : ` --rules ${patterns.join(" ")}`,
    kinds ? ` --kind ${kinds.join(",")}` : "",
    level ? ` --level ${level.name}` : "",
  ];
  const rerun = template?.replace(/ --rules ID/, flags.join(""));
  const facts: readonly (readonly [string, string])[] = [
    ["Target", nameAndUrl(result, " ")],
    ["Checkout host", target.checkoutUrl],
    ["Suite", `${suite.name} ${suite.version}, contract ${suite.contract}`],
    [
      "Catalogue",
      `${catalogue.version}: ${count(catalogue.rules, "rule")}, ${catalogue.unobservable} unobservable, ${catalogue.planned} without a check`,
    ],
    ...(level
      ? [
          [
            "Level",
            `${level.name} of ${level.date}: ${count(level.rules, "rule")}, digest ${level.digest}`,
          ] as const,
        ]
      : []),
    ["Selected", shard === null ? selected : `${selected}, shard ${shard.index} of ${shard.count}`],
    [
      "Seed",
      `${result.seed}${result.runs === undefined || result.runs === null ? "" : `, ${count(result.runs, "run")} of each property`}`,
    ],
    ["Profile", `sha256 ${result.profile}`],
    ["Started", result.startedAt],
    ["Duration", `${duration(result.durationMs)}, ${count(result.requests ?? 0, "request")}`],
    ["Exit code", `${result.exitCode}${result.interrupted ? ", interrupted" : ""}`],
  ];
  return html`<h2>This run</h2>
    <dl class="facts">
      ${facts.map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd>${value}</dd>`,
      )}
    </dl>
    ${
      rerun === undefined || rerun === null
        ? null
        : html`<p>Repeat this run:</p>
            ${command(rerun)}`
    }`;
}
