import { type Shares, rulesBySection, sharesOf } from "../evidence/statistics.ts";
import { type CatalogueFacts, sectionName } from "../evidence/facts.ts";
import { shape } from "../drawings/drawing.ts";
import { type Html, html } from "../text/html.ts";
import { type RuleResult, type RunResult, VERDICTS } from "../../harness/results.ts";
import { DAMAGES, damageOf } from "../evidence/damage.ts";
import { needsAttention, verdictWords } from "../evidence/outcome-words.ts";
import { groupBy, clip, count } from "../text/text.ts";
import { MARKS, prose } from "./parts.ts";

/** Shares as a horizontal bar. The text beside it shows the same numbers. */
export function bar(shares: Shares): Html {
  const { rules, passed, violated, notJudged, notOffered } = shares;
  const groups = [
    ["violated", violated],
    ["passed", passed],
    ["open", notJudged],
    ["none", notOffered],
  ] as const;
  let x = 0;
  const parts = groups.map(([name, number]) => {
    const width = rules === 0 ? 0 : (100 * number) / rules;
    const place = { x: x.toFixed(2), width: width.toFixed(2), height: 8 };
    x += width;
    return number === 0 ? null : shape("rect", name, place);
  });
  return html`<svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
    ${parts}
  </svg>`;
}

/** All rules by section, then by area: violations first; rules that were not judged are in closed blocks, by reason. */
export function ruleTree(result: RunResult, facts: CatalogueFacts): Html {
  const used = VERDICTS.filter((verdict) => result.totals[verdict] > 0);
  return html`<section id="rules" class="view" aria-labelledby="rules-title">
    <h1 id="rules-title">Rules</h1>
    <p class="tools">
      <label>Search <input type="search" id="search" placeholder="words, an id, a section" /></label>
      <label
        >Verdict
        <select id="verdict-filter">
          <option value="">all</option>
          ${used.map(
            (verdict) =>
              html`<option value="${verdict}">
                ${verdictWords(result)[verdict]} (${result.totals[verdict]})
              </option>`,
          )}
        </select></label
      >
      <span id="matches" role="status"></span>
    </p>
    ${rulesBySection(result).map(([section, rules]) => sectionBlock(section, rules, facts))}
    ${unjudged(result)}
  </section>`;
}

function sectionBlock(section: string, rules: readonly RuleResult[], facts: CatalogueFacts): Html {
  const shares = sharesOf(rules);
  const { violated, passed, notJudged, notOffered } = shares;
  const words = [
    ...(violated > 0 ? [`${violated} violated`] : []),
    ...(passed > 0 ? [`${passed} passed`] : []),
    ...(notJudged > 0 ? [`${notJudged} not judged`] : []),
    ...(notOffered > 0 ? [`${notOffered} not offered`] : []),
  ].join(", ");
  const sorted = [...groupBy(rules, ({ area }) => area)].sort(([, a], [, b]) => troubles(b) - troubles(a));
  return html`<details class="section" id="s-${section}">
    <summary>
      <h2>${sectionName(section, facts)}</h2>
      <span class="count">${words}</span>${bar(shares)}
    </summary>
    ${sorted.map(([area, some]) => areaBlock(area, some))}
  </details>`;
}

const troubles = (rules: readonly RuleResult[]): number => rules.filter(needsAttention).length;

function areaBlock(area: string, rules: readonly RuleResult[]): Html {
  const isSkipped = ({ verdict }: RuleResult): boolean =>
    verdict === "could_not_run" || verdict === "not_applicable";
  const shown = rules.filter((rule) => !isSkipped(rule)).sort((a, b) => rankOf(a) - rankOf(b));
  const folded = [...groupBy(rules.filter(isSkipped), reasonOf)].map(
    ([why, some]) =>
      html`<details class="skipped">
        <summary>${count(some.length, "rule")} ${why}</summary>
        <ul>
          ${some.map(row)}
        </ul>
      </details>`,
  );
  return html`<h3>${area}</h3>
    <ul>
      ${shown.map(row)}
    </ul>
    ${folded}`;
}

const REST = DAMAGES.length;

/** The order of rules: violations by damage, other rules that need attention, known violations, passed rules. */
function rankOf(rule: RuleResult): number {
  if (!needsAttention(rule)) return REST + 2;
  if (rule.verdict !== "violated") return REST;
  return rule.known ? REST + 1 : DAMAGES.indexOf(damageOf(rule));
}

function reasonOf({ verdict, needs, reason }: RuleResult): string {
  if (verdict === "not_applicable") return clip(reason ?? "not offered by the target", 200);
  if (needs.length === 0) return `not judged: ${clip(reason ?? "no reason was given", 200)}`;
  return `not judged: ${needs.map(({ id }) => id).join(" and ")} missing`;
}

function row(rule: RuleResult): Html {
  const { id, says, verdict } = rule;
  const damage =
    verdict === "violated" ? html` <span class="damage ${damageOf(rule)}">${damageOf(rule)}</span>` : null;
  return html`<li class="rule" data-v="${verdict}">
    <span class="mark ${verdict}" aria-hidden="true">${MARKS[verdict]}</span>
    <a href="#/rule/${id}">${prose(says)}</a>${damage} <code>${id}</code>
  </li> `;
}

function unjudged(result: RunResult): Html | null {
  if (result.unjudged.length === 0) return null;
  return html`<details class="section">
    <summary>
      <h2>Never judged</h2>
      <span class="count">${count(result.unjudged.length, "rule")}</span>
    </summary>
    <ul>
      ${result.unjudged.map(({ rule, reason, state }) => html`<li>${prose(rule.says)} <code>${rule.id}</code> §${rule.section}: ${reason ?? state}</li>`)}
    </ul>
  </details>`;
}
