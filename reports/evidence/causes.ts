import type { RuleKind, RuleResult, RunResult, Symptom } from "../../harness/results.ts";
import { clip, count } from "../text/text.ts";

/** What a cause concerns, in the order in which causes are worth an implementer's time. */
const CAUSE_GROUPS = [
  "suite",
  "routes",
  "authentication",
  "requests",
  "shapes",
  "refusals",
  "behaviour",
  "events-and-time",
  "races",
  "sections",
  "unfinished",
] as const;

export type CauseGroup = (typeof CAUSE_GROUPS)[number];

/** Groups as reports print them. */
export const GROUP_WORDS: Readonly<Record<CauseGroup, string>> = {
  suite: "Errors in the suite",
  routes: "Missing routes",
  authentication: "Authentication",
  requests: "Failed requests",
  shapes: "Shape of responses and events",
  refusals: "Refusals",
  behaviour: "Amounts and states",
  "events-and-time": "Events and time",
  races: "Concurrent requests",
  sections: "Sections without any route",
  unfinished: "Did not finish",
};

/** What several results have in common, so that one change of the target may fix them. */
export interface Cause {
  readonly group: CauseGroup;
  /** The cause in words, on one line. It may contain text of the target. */
  readonly says: string;
  /** Rules that it violates, or that are unstable or broken, the simplest first. */
  readonly rules: readonly RuleResult[];
  /** Other rules that could not be judged because of it. */
  readonly waiting: readonly RuleResult[];
  /** Operations ("POST /v1/payment-intents") and events ("event payment.succeeded") that show it. */
  readonly where: readonly string[];
  /** Whether the baseline lists all of its violations. */
  readonly known: boolean;
  /** The number of the section that has no route ("4.7"); null for other causes. */
  readonly section: string | null;
}

/** What causes are found in. */
type Judged = Pick<RunResult, "rules" | "interrupted" | "lost" | "absentSections">;

/** The causes of everything that needs attention, sorted by what to fix first. */
export function causes(result: Judged): readonly Cause[] {
  const troubled = result.rules.filter(({ verdict }) => TROUBLED.includes(verdict));
  const started = new Set(
    result.rules
      .filter(
        ({ verdict, symptom }) =>
          verdict === "passed" || (verdict === "violated" && symptom?.kind !== "route"),
      )
      .map(({ area }) => area),
  );
  const without = withoutNeeds(result);
  return groupsOf(troubled, result)
    .map((rules) => causeOf(rules, result, without))
    .map((cause) => ({ cause, rank: rankOf(cause, started) }))
    .sort((a, b) => compare(a.rank, b.rank))
    .map(({ cause }) => cause);
}

const TROUBLED: readonly string[] = ["violated", "broken", "unstable", "inconclusive"];
const SIMPLICITY: Readonly<Record<RuleKind, number>> = {
  passive: 0,
  trace: 1,
  example: 1,
  property: 2,
  sequence: 3,
  model: 3,
  race: 4,
};

/** Areas whose rules wait for events or move time. */
const OF_TIME = ["connect-events", "subscription-events", "subscriptions", "invoices", "test-clocks"];

function groupOf(rule: RuleResult, run: Judged): CauseGroup {
  const { verdict, kind, area, symptom = null } = rule;
  if (verdict === "broken") return "suite";
  if (absentSectionOf(rule, run) !== null) return "sections";
  // If the target was lost or the run was interrupted, the fault does not belong to the request.
  if (symptom?.kind === "connection") return run.interrupted || run.lost != null ? "unfinished" : "requests";
  if (symptom?.kind === "route") return "routes";
  if (verdict === "inconclusive" && (symptom === null || symptom.kind === "value")) return "unfinished";
  if (kind === "race" && verdict !== "inconclusive") return "races";
  if (symptom?.kind === "status") return groupOfStatus(symptom);
  if (symptom?.kind === "field" && symptom.status === 401) return "authentication";
  if (symptom?.kind === "field" && (symptom.fault !== "value" || kind === "passive")) return "shapes";
  if (area === "authentication") return "authentication";
  if (symptom?.kind === "refusal" || (symptom?.kind === "value" && isShownByRefusal(rule))) return "refusals";
  return symptom?.kind === "event" || OF_TIME.includes(area) ? "events-and-time" : "behaviour";
}

/** Whether the response that shows a violation is a refusal. */
function isShownByRefusal({ violation, transcript }: RuleResult): boolean {
  const shown = transcript.find(({ sequence }) => sequence === violation?.exchange);
  return shown?.status != null && shown.status >= 400 && shown.status < 500;
}

function groupOfStatus({ expected, actual }: Extract<Symptom, { kind: "status" }>): CauseGroup {
  if (actual === 401 || expected.startsWith("401")) return "authentication";
  if (actual >= 500) return "requests";
  if (!wantsSuccess(expected)) return "refusals";
  return actual < 300 ? "shapes" : "requests";
}

const wantsSuccess = (expected: string): boolean => expected === "success" || /^(?:a )?2/.test(expected);

const OF_VALUES: readonly CauseGroup[] = ["shapes", "behaviour", "events-and-time"];

/** A field of an operation or event, named by its symptom; null for other symptoms. */
const fieldAt = (symptom: Symptom | null | undefined): string | null =>
  symptom?.kind === "field" ? `${nameOf(symptom.field)} at ${symptom.where.join()}` : null;

/** The keys of a result, one per possible explanation. Results that share a key may have the same cause. */
function keysOf(rule: RuleResult, run: Judged, ofWrongType: ReadonlySet<string | null>): readonly string[] {
  const { symptom = null } = rule;
  const group = groupOf(rule, run);
  const own = rule.verdict === "violated" ? `rule ${rule.id}` : `${rule.verdict} ${rule.reason ?? ""}`;
  const keys =
    group === "sections"
      ? [absentSectionOf(rule, run) ?? ""]
      : symptom === null
        ? [own]
        : keysOfSymptom(symptom, rule.area);
  // A wrong value can violate both the shape and another rule, but is one cause.
  const namespace = symptom?.kind === "field" && OF_VALUES.includes(group) ? "field" : group;
  // A field of the wrong type cannot have the right value either.
  const field = fieldAt(symptom);
  const typed = field !== null && ofWrongType.has(field) ? [...keys, `type of ${field}`] : keys;
  return typed.map((key) => `${rule.known ? "known " : ""}${namespace} ${key}`);
}

function keysOfSymptom(symptom: Symptom, area: string): readonly string[] {
  const where = symptom.where.join();
  switch (symptom.kind) {
    case "status": {
      const { expected, actual } = symptom;
      const wanted = wantsSuccess(expected) ? "success" : expected;
      // A request that should be refused but succeeds has a separate cause in each operation, as has a server error.
      const one = actual < 300 || (actual >= 500 && actual < 600) ? [] : [`status ${wanted} ${actual}`];
      return [...one, `status at ${where} ${actual}`];
    }
    case "refusal": {
      const { part, expected, actual } = symptom;
      return [
        `refusal ${part} ${expected}`,
        `refusal at ${where} ${part}`,
        `refusal ${part} ${actual ?? "absent"}`,
      ];
    }
    case "field": {
      const { field, fault, expected, actual, status } = symptom;
      if (fault === "absent") return [`absent at ${where} ${status}`, `absent ${nameOf(field)}`];
      return [`${fault} ${nameOf(field)} ${expected}`, `${fault} ${nameOf(field)} ${actual}`];
    }
    case "route":
    case "event":
      return [`${symptom.kind} ${where}`];
    case "connection":
      return ["connection"];
    case "wait":
      return [`wait ${symptom.subject}`];
    case "value":
      // Only checks of the same area describe values in the same words.
      return [`value ${area} ${symptom.what}`];
  }
}

/** The last name of a pointer. */
function nameOf(field: string): string {
  return field.split("/").findLast((segment) => segment !== "" && segment !== "*") ?? field;
}

/** Each result goes to the largest group that explains it. */
function groupsOf(results: readonly RuleResult[], run: Judged): readonly (readonly RuleResult[])[] {
  const ofWrongType = new Set(
    results
      .filter(({ symptom }) => symptom?.kind === "field" && symptom.fault === "type")
      .map(({ symptom }) => fieldAt(symptom)),
  );
  const keys = new Map(results.map((rule) => [rule, new Set(keysOf(rule, run, ofWrongType))]));
  const members = new Map<string, Set<RuleResult>>();
  for (const [rule, own] of keys)
    for (const key of own) {
      const some = members.get(key);
      if (some === undefined) members.set(key, new Set([rule]));
      else some.add(rule);
    }
  // Each key is looked up one time for each of its sizes, so the time is linear in the number of keys of all results.
  const bySize: string[][] = [];
  const put = (key: string, size: number): void => void (bySize[size] ??= []).push(key);
  for (const [key, { size }] of members) put(key, size);
  const groups: (readonly RuleResult[])[] = [];
  for (let size = bySize.length - 1; size > 1; size -= 1)
    for (const key of bySize[size] ?? []) {
      const group = [...(members.get(key) ?? [])];
      if (group.length < size) {
        put(key, group.length);
        continue;
      }
      groups.push(group);
      for (const rule of group) {
        for (const other of keys.get(rule) ?? []) members.get(other)?.delete(rule);
        keys.delete(rule);
      }
    }
  return [...groups, ...[...keys.keys()].map((rule) => [rule])];
}

/** The rules that could not run without each need. */
function withoutNeeds({ rules }: Judged): ReadonlyMap<string, readonly RuleResult[]> {
  const found = new Map<string, RuleResult[]>();
  for (const rule of rules)
    if (rule.verdict === "could_not_run")
      for (const { id } of rule.needs) {
        const some = found.get(id);
        if (some === undefined) found.set(id, [rule]);
        else some.push(rule);
      }
  return found;
}

function causeOf(
  results: readonly RuleResult[],
  run: Judged,
  without: ReadonlyMap<string, readonly RuleResult[]>,
): Cause {
  const rules = results
    .filter(({ verdict }) => verdict !== "inconclusive")
    .sort((a, b) => SIMPLICITY[a.kind] - SIMPLICITY[b.kind]);
  const unfinished = results.filter(({ verdict }) => verdict === "inconclusive");
  const [first = unfinished[0]] = rules;
  const group = first === undefined ? "unfinished" : groupOf(first, run);
  const shown = group === "sections" ? results.filter(({ symptom }) => symptom?.kind === "route") : results;
  const where = [...new Set(shown.flatMap(({ symptom }) => symptom?.where ?? []))];
  const routes = results.flatMap(({ symptom }) =>
    symptom?.kind === "route" ? [`route.${symptom.operation}`] : [],
  );
  const needing = [...new Set(routes.flatMap((route) => without.get(route) ?? []))];
  const section = first !== undefined && group === "sections" ? absentSectionOf(first, run) : null;
  return {
    group,
    says:
      first === undefined
        ? ""
        : section === null
          ? saysOf(first, results, where)
          : sectionSays(section, where),
    rules,
    waiting: [...unfinished, ...needing],
    where,
    known: rules.length > 0 && rules.every(({ known }) => known),
    section: /^§(\S+)/.exec(section ?? "")?.[1] ?? null,
  };
}

/**
 * The section without any route, with its title, that a rule waits for or whose route it misses; null if there is none. An implementer may
 * not have started it, or may never want it, so nothing else about such a rule needs to be fixed first.
 */
function absentSectionOf(
  { area, section, symptom, verdict }: RuleResult,
  { absentSections = [] }: Judged,
): string | null {
  const found = absentSections.filter(({ areas }) => areas.includes(area));
  if (symptom?.kind === "route")
    return (found.find(({ name }) => `${name} `.startsWith(`§${section} `)) ?? found[0])?.name ?? null;
  return verdict === "inconclusive" ? (found[0]?.name ?? null) : null;
}

const ROUTES_NAMED = 4;

/** A section with its missing routes. Those with the shortest paths come first, because others depend on them. */
function sectionSays(name: string, where: readonly string[]): string {
  if (where.length === 0) return `${name}: no route exists`;
  const more = where.length > ROUTES_NAMED ? ` and ${where.length - ROUTES_NAMED} more` : "";
  const ordered = where.toSorted((a, b) => a.split("/").length - b.split("/").length);
  return `${name}: ${ordered.slice(0, ROUTES_NAMED).join(", ")}${more} ${where.length === 1 ? "is" : "are"} missing`;
}

function saysOf(first: RuleResult, results: readonly RuleResult[], where: readonly string[]): string {
  const { symptom = null } = first;
  const subject = where.length === 1 ? (where[0] ?? "") : placesInWords(where);
  const s = where.length === 1 ? "s" : "";
  switch (symptom?.kind) {
    case "route":
      return `${subject} is missing`;
    case "connection": {
      const reason = mostCommon(results.map((rule) => reasonOf(rule)));
      const named = where.length <= 2 ? where.join(" and ") : subject;
      return where.length === 0 ? reason : `${named}: ${reason}`;
    }
    case "event":
      return `${subject} does not arrive`;
    case "status": {
      const { expected, actual } = symptom;
      if (actual === 401 && wantsSuccess(expected))
        return `${subject} refuse${s} the key with 401 (is it a key of this server?)`;
      if (actual >= 500) return `${subject} answer${s} ${actual}`;
      if (expected === "success") return `${subject} refuse${s} valid requests with ${actual}`;
      if (actual < 300 && !wantsSuccess(expected))
        return `${subject} accept${s} requests that must be refused, with ${actual}`;
      return `${subject} answer${s} ${actual} instead of ${expected}`;
    }
    case "refusal": {
      const { part, expected, actual } = symptom;
      const wrong = actual === null ? "is absent" : `is ${actual}`;
      return `in refusals of ${subject}, \`${part}\` ${wrong}; expected: ${expected}`;
    }
    case "field":
      // A trace rule states a sentence, not a form of the field.
      return first.kind === "trace" ? `${subject}: ${reasonOf(first)}` : fieldSays(symptom, results, subject);
    case "wait":
      return results.length === 1 ? reasonOf(first) : `${symptom.subject} does not appear`;
    case "value":
    case undefined:
      return reasonOf(first);
  }
}

/** Why a rule did not pass, in words, with at most `limit` UTF-16 units of each value. */
export function reasonOf({ violation, reason }: RuleResult, limit = HALF): string {
  if (violation === null) return reason === null ? "no reason was given" : clip(reason, 2 * limit);
  return `expected ${clip(violation.expected, limit)}, but ${clip(violation.actual, limit)}`;
}

function mostCommon(texts: readonly string[]): string {
  const times = new Map<string, number>();
  for (const text of texts) times.set(text, (times.get(text) ?? 0) + 1);
  return [...times].reduce((best, entry) => (entry[1] > best[1] ? entry : best), ["", 0])[0];
}

const HALF = 120;
const NAMED = 6;

function fieldSays(
  symptom: Extract<Symptom, { kind: "field" }>,
  results: readonly RuleResult[],
  subject: string,
): string {
  const fields = new Set(results.flatMap(({ symptom: one }) => (one?.kind === "field" ? [one.field] : [])));
  // The pointer of the whole body is empty.
  const names = [...fields].map((field) =>
    field === "" ? "the body" : `\`${field.replace(/^\//, "").replaceAll("/", ".")}\``,
  );
  const shown =
    names.slice(0, NAMED).join(", ") + (names.length > NAMED ? ` and ${names.length - NAMED} more` : "");
  const of =
    symptom.status !== null && symptom.status >= 300 ? `the ${symptom.status} of ${subject}` : subject;
  if (symptom.fault === "absent") return `${shown} ${fields.size === 1 ? "is" : "are"} absent from ${of}`;
  return `${shown} ${fields.size === 1 ? "is" : "are"} ${clip(symptom.actual, 60)} in ${of}; expected: ${clip(symptom.expected, 80)}`;
}

function placesInWords(where: readonly string[]): string {
  const events = where.filter((place) => place.startsWith("event ")).length;
  const operations = where.length - events;
  const parts = [
    ...(operations > 0 ? [count(operations, "operation")] : []),
    ...(events > 0 ? [count(events, "event")] : []),
  ];
  return parts.length === 0 ? "the target" : parts.join(" and ");
}

/** "14 rules, 6 operations": how much a cause explains. */
export function causeCounts({ rules, waiting, where, says, group }: Cause): string {
  const [some, more] = [rules.length, waiting.length];
  return [
    ...(some > 0 ? [count(some, "rule")] : []),
    ...(where.length > 1 && group !== "sections" && !says.includes(placesInWords(where))
      ? [placesInWords(where)]
      : []),
    ...(more > 0 ? [`${count(more, some > 0 ? "more rule" : "rule")} not judged`] : []),
  ].join(", ");
}

type Rank = readonly (number | string)[];

function rankOf(cause: Cause, started: ReadonlySet<string>): Rank {
  const [first = cause.waiting[0]] = cause.rules;
  // Routes of areas in which other rules are judged already come first.
  const begun = cause.group === "routes" && first !== undefined && !started.has(first.area) ? 1 : 0;
  return [
    cause.known ? 1 : 0,
    CAUSE_GROUPS.indexOf(cause.group),
    begun,
    // In the order of the document.
    cause.section ?? 0,
    first === undefined ? 0 : SIMPLICITY[first.kind],
    -(cause.rules.length + cause.waiting.length),
  ];
}

function compare(one: Rank, other: Rank): number {
  for (const [place, value] of one.entries()) {
    const [a, b] = [Number(value), Number(other[place])];
    if (a !== b) return a - b;
  }
  return 0;
}

const MOST_TRIED = 3;

/** The command that judges a cause again: its section, or its rules if they are few, otherwise the simplest one. Null if unknown. */
export function tryAgain(
  { rules, waiting, section }: Cause,
  { replayTemplate = null }: RunResult,
): string | null {
  const ids = (rules.length > 0 ? rules : waiting).map(({ id }) => id);
  const [first] = rules.length > 0 ? rules : waiting;
  if (replayTemplate === null) return first?.replay ?? null;
  if (section !== null) return replayTemplate.replace("ID", section);
  return replayTemplate.replace("ID", (ids.length <= MOST_TRIED ? ids : ids.slice(0, 1)).join(" "));
}
