import { createHash, randomUUID } from "node:crypto";
import {
  type Attachment,
  type HttpExchange,
  type HttpExchangeBody,
  type Label,
  Stage,
  Status,
  type StatusDetails,
  type StepResult,
  type TestResult,
} from "allure-js-commons";
import type { RecordedExchange, RuleResult, RunResult, Verdict } from "../../harness/results.ts";
import { reasonOf } from "../evidence/causes.ts";
import { type CurlStep, curlLines, curlSteps } from "../evidence/curl.ts";
import { type Damage, damageOf } from "../evidence/damage.ts";
import { decisive } from "../evidence/decisive-requests.ts";
import { eventText, transcriptText } from "../evidence/transcript.ts";
import { VERDICT_WORDS, METHODS } from "../evidence/outcome-words.ts";
import { evidenceText, hasCounterexample } from "../evidence/evidence.ts";
import { prettyJson, clip, count, duration, oneLine, visible } from "../text/text.ts";
import { code, inline, prose } from "../text/markdown.ts";
import { asFile } from "../drawings/drawing.ts";
import { drawingsOf } from "../drawings/drawings.ts";
import { type CatalogueFacts, NO_FACTS, sectionName } from "../evidence/facts.ts";
import { timelineLines } from "../evidence/timeline.ts";

/** What Allure shows beside a rule or a request, and its content. */
interface AllureAttachment {
  readonly name: string;
  readonly contentType: string;
  readonly extension: string;
  readonly content: string;
}

/** Keeps the content of an attachment in a file, and returns what refers to it. */
export type Attach = (attachment: AllureAttachment) => Attachment;

/**
 * The Allure status of each verdict. An inconclusive or unstable rule is `broken`, not `skipped`: nothing excuses it, and
 * Allure's overview shows skips beside passes. The category distinguishes it from a fault of the suite.
 */
const ALLURE_STATUS: Readonly<Record<Verdict, Status>> = {
  passed: Status.PASSED,
  violated: Status.FAILED,
  not_applicable: Status.SKIPPED,
  could_not_run: Status.SKIPPED,
  inconclusive: Status.BROKEN,
  unstable: Status.BROKEN,
  broken: Status.BROKEN,
};

const SEVERITY: Readonly<Record<Damage, string>> = {
  money: "blocker",
  disclosure: "critical",
  contract: "normal",
  form: "minor",
};

/** The longest transcripts, UTF-16 units: nearly complete. */
const TRANSCRIPT_LIMIT = 256 * 1024;
const VALUE_LIMIT = 64 * 1024;
const STEP_NAME_LIMIT = 200;
const PROOFS_SHOWN = 8;

/** Makes attachments of a form. */
const attachmentOf =
  (contentType: string, extension: string) =>
  (name: string, content: string): AllureAttachment => ({ name, contentType, extension, content });

const text = attachmentOf("text/plain", "txt");
const json = attachmentOf("application/json", "json");
const image = attachmentOf("image/svg+xml", "svg");
const http = attachmentOf("application/vnd.allure.http+json", "httpexchange");

function transcriptAttachment(rule: RuleResult): readonly AllureAttachment[] {
  const what = [
    ...(rule.transcript.length > 0 ? [count(rule.transcript.length, "exchange")] : []),
    ...(rule.events.length > 0 ? [count(rule.events.length, "event")] : []),
  ];
  if (what.length === 0) return [];
  const newest = (rule.earlier ?? 0) > 0 ? "the last " : "";
  return [text(`Transcript (${newest}${what.join(", ")})`, transcriptText(rule, TRANSCRIPT_LIMIT))];
}

const exchangeAttachment = (name: string, exchange: RecordedExchange): AllureAttachment =>
  http(name, prettyJson(httpExchange(exchange)));

/** The exchange or event that shows the verdict. The requests of a violation are steps instead. */
function decisiveAttachments(rule: RuleResult): readonly AllureAttachment[] {
  const { exchange, event, named } = decisive(rule);
  return [
    ...(exchange === undefined || rule.violation !== null
      ? []
      : [exchangeAttachment(`Exchange ${exchange.sequence} (${named ? "decisive" : "last"})`, exchange)]),
    ...(event === undefined ? [] : [text(`Event ${event.arrival} (decisive)`, eventText(event))]),
  ];
}

/** A rule that was read from a file has all curl lines in one list, so its steps have none: how to write their secrets is unknown. */
function stepOf(
  { violation }: RuleResult,
  { exchange, isDecisive, lines }: CurlStep,
  attach: Attach,
): StepResult {
  const { method, url, status } = exchange;
  const path = URL.canParse(url) ? new URL(url).pathname : url;
  const answer = status === null ? "no answer" : String(status);
  const start = Date.parse(exchange.startedAt);
  return {
    name: visible(clip(`${oneLine(method)} ${oneLine(path)}: ${answer}`, STEP_NAME_LIMIT)),
    ...{ status: isDecisive ? Status.FAILED : Status.PASSED, stage: Stage.FINISHED, start },
    stop: start + Math.round(exchange.durationMs),
    ...{ statusDetails: {}, parameters: [], steps: [] },
    attachments: [
      exchangeAttachment("Exchange", exchange),
      ...(violation?.curl === undefined ? linesAttachment("curl", lines) : []),
    ].map(attach),
  };
}

function linesAttachment(name: string, lines: readonly string[]): readonly AllureAttachment[] {
  return lines.length === 0 ? [] : [text(name, `${lines.join("\n")}\n`)];
}

function sharesText(shares: RuleResult["shares"]): string {
  const percent = (fraction: number) => `${(fraction * 100).toFixed(1)} %`;
  return Object.entries(shares)
    .map(([name, { reached, declared }]) => {
      const met = reached >= declared ? "reached" : "NOT REACHED";
      return `${oneLine(name)}: ${percent(reached)} of the runs, at least ${percent(declared)} declared: ${met}`;
    })
    .join("\n");
}

function attachmentsOf(rule: RuleResult): readonly AllureAttachment[] {
  const { violation } = rule;
  return [
    ...(rule.verdict === "passed" || violation !== null
      ? []
      : [text("Reason", visible(clip(reasonOf(rule, Infinity), VALUE_LIMIT)))]),
    ...(violation === null
      ? []
      : [
          text(
            "Expected and actual",
            visible(clip(`expected:\n${violation.expected}\n\nactual:\n${violation.actual}`, VALUE_LIMIT)),
          ),
        ]),
    ...(hasCounterexample(rule)
      ? [json("Counterexample, shrunk", visible(clip(prettyJson(rule.counterexample), VALUE_LIMIT)))]
      : []),
    ...drawingsOf(rule).map((drawn) => image(drawn.title, asFile(drawn))),
    ...linesAttachment("Requests (curl)", curlLines(rule)),
    ...linesAttachment("Timeline", timelineLines(rule)),
    // Those of passed rules would be two thirds of all files; `report.html` has them.
    ...(rule.verdict === "passed" ? [] : [...decisiveAttachments(rule), ...transcriptAttachment(rule)]),
    ...(Object.keys(rule.shares).length === 0
      ? []
      : [text("Shares of interesting cases", sharesText(rule.shares))]),
    ...(rule.replay === null || rule.verdict === "passed"
      ? []
      : [text("Replay", `${oneLine(rule.replay)}\n`)]),
  ];
}

function describe(rule: RuleResult): string {
  const paragraphs = [
    `**The document says (§${inline(rule.section)}, ${rule.level}):** ${prose(rule.says)}`,
    `**How it is judged:** ${METHODS[rule.kind]}.`,
    `**Verdict:** ${VERDICT_WORDS[rule.verdict]}, on ${count(rule.exchanges, "exchange")} in ${duration(rule.durationMs)}.`,
  ];
  if (rule.known) paragraphs.push("**Known:** the baseline lists this violation.");
  for (const { id, supply } of rule.needs) paragraphs.push(`**Needs** ${code(id)}**:** ${inline(supply)}`);
  if (rule.replay !== null) paragraphs.push(`**Replay:** ${code(rule.replay)}`);
  const proofs = rule.provedBy ?? [];
  if (proofs.length > 0) {
    const shown = proofs
      .slice(0, PROOFS_SHOWN)
      .map(({ mutant, summary }) => `- ${code(mutant)}: ${inline(summary)}`);
    const more = proofs.length > PROOFS_SHOWN ? [`- and ${proofs.length - PROOFS_SHOWN} more`] : [];
    paragraphs.push(["**Proven to fail on faulty servers:**", ...shown, ...more].join("\n"));
  }
  return paragraphs.join("\n\n");
}

function detailsOf(rule: RuleResult): StatusDetails {
  if (rule.verdict === "passed") return {};
  const word = rule.known ? "known violation" : VERDICT_WORDS[rule.verdict];
  const message = visible(clip(`${word}: ${reasonOf(rule, Infinity)}`, 2_000));
  const excused = rule.verdict === "could_not_run" || rule.verdict === "not_applicable";
  return excused ? { message } : { message, trace: evidenceText(rule, { value: 4_000, body: 4_000 }) };
}

type Described = Pick<RuleResult, "id" | "says" | "area" | "section" | "level" | "kind">;

function labelsOf(rule: Described, verdict: string, facts: CatalogueFacts): Label[] {
  const label = (name: string, value: string): Label => ({ name, value: oneLine(value) });
  return [
    label("epic", sectionName(rule.section, facts)),
    label("feature", rule.area),
    label("story", rule.id),
    label("severity", SEVERITY[damageOf(rule)]),
    label("tag", damageOf(rule)),
    label("tag", rule.kind),
    label("tag", rule.level),
    label("tag", verdict),
    label("verdict", verdict),
  ];
}

/** What the results of all rules have. The history belongs to the rule's id, so a changed sentence does not break it. */
function resultOf(
  rule: Described,
  given: { verdict: string; start: number; stop: number; facts: CatalogueFacts },
) {
  const { verdict, start, stop, facts } = given;
  return {
    uuid: randomUUID(),
    historyId: rule.id,
    testCaseId: createHash("md5").update(rule.id).digest("hex"),
    fullName: rule.id,
    // As plain text, because Allure does not render Markdown in names.
    name: oneLine(rule.says).replaceAll("`", ""),
    titlePath: [sectionName(rule.section, facts), rule.area],
    labels: labelsOf(rule, verdict, facts),
    links: [],
    ...{ stage: Stage.FINISHED, start, stop },
  };
}

/** The result of a judged rule. */
export function judgedResult(
  rule: RuleResult,
  { seed, attach, facts = NO_FACTS }: { seed: number; attach: Attach; facts?: CatalogueFacts | undefined },
): TestResult {
  const start = Date.parse(rule.startedAt) || 0;
  const stop = start + Math.max(0, Math.round(rule.durationMs));
  return {
    ...resultOf(rule, { verdict: rule.known ? "known" : rule.verdict, start, stop, facts }),
    status: ALLURE_STATUS[rule.verdict],
    statusDetails: detailsOf(rule),
    description: describe(rule),
    parameters: [{ name: "seed", value: String(seed), excluded: true }],
    steps: curlSteps(rule).map((step) => stepOf(rule, step, attach)),
    attachments: attachmentsOf(rule).map(attach),
  };
}

/** The result of a rule that has no check yet or is unobservable. Allure takes a result without a status for one that is unknown. */
export function unjudgedResult(
  { rule, state, reason }: RunResult["unjudged"][number],
  { at, facts = NO_FACTS }: { at: number; facts?: CatalogueFacts | undefined },
): TestResult {
  const why =
    reason ?? (state === "planned" ? "there is no check yet" : "neither profile nor control could show it");
  return {
    ...resultOf(rule, { verdict: state, start: at, stop: at, facts }),
    statusDetails: { message: visible(`${state}: ${why}`) },
    description: [
      `**The document says (§${inline(rule.section)}, ${rule.level}):** ${prose(rule.says)}`,
      `**State:** ${state}: ${inline(why)}`,
    ].join("\n\n"),
    ...{ parameters: [], steps: [], attachments: [] },
  };
}

const BODY_LIMIT = 64 * 1024;

function bodyOf(
  body: string | null,
  headers: RecordedExchange["requestHeaders"],
): HttpExchangeBody | undefined {
  if (body === null || body === "") return undefined;
  const contentType = headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "text/plain";
  return {
    // Never text/html or another active type, because a report must not render what a target sent.
    contentType: /\bjson\b/iu.test(contentType) ? "application/json" : "text/plain",
    encoding: "utf8",
    value: visible(clip(body, BODY_LIMIT)),
    size: Buffer.byteLength(body),
    truncated: body.length > BODY_LIMIT,
  };
}

function headersOf(headers: RecordedExchange["requestHeaders"]) {
  return headers.map(([name, value]) => ({ name: oneLine(name), value: oneLine(value) }));
}

/** An exchange in the form that Allure's own viewer of HTTP exchanges reads. */
function httpExchange(exchange: RecordedExchange): HttpExchange {
  const requestBody = bodyOf(exchange.requestBody, exchange.requestHeaders);
  const responseBody = bodyOf(exchange.responseBody, exchange.responseHeaders);
  const start = Date.parse(exchange.startedAt);
  return {
    schemaVersion: 1,
    request: {
      method: oneLine(exchange.method),
      url: oneLine(exchange.url),
      headers: headersOf(exchange.requestHeaders),
      ...(requestBody === undefined ? {} : { body: requestBody }),
    },
    ...(exchange.status === null
      ? {}
      : {
          response: {
            status: exchange.status,
            headers: headersOf(exchange.responseHeaders),
            ...(responseBody === undefined ? {} : { body: responseBody }),
          },
        }),
    ...(exchange.fault === null ? {} : { error: { message: oneLine(exchange.fault) } }),
    ...(Number.isNaN(start) ? {} : { start, stop: start + Math.round(exchange.durationMs) }),
  };
}
