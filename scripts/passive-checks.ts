/**
 * Records which checks show each passive rule, so that a run of one passive rule sends few requests. Judges the emulator by all rules and
 * examines what each check received. Writes spec/passive-checks.json.
 *
 *   npm run passive-checks
 *
 * A stale entry costs requests, never a verdict: if the recorded checks do not show a rule, a run tries all checks of its area.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../cli/api.ts";
import { contractOperations } from "../harness/contract.ts";
import type { Exchange } from "../harness/http/answer.ts";
import type { ReceivedEvent } from "../harness/event.ts";
import { bodyJudges, PassiveJudge } from "../harness/judge/passive.ts";
import type { RecordedEvent, RecordedExchange, RuleResult } from "../harness/results.ts";
import { catalogue, checkFacts } from "../spec/index.ts";
import { isObject, parsed } from "../spec/json.ts";

const root = join(import.meta.dirname, "..");
/** The most checks that are recorded for one kind of answer. */
const MAX_CHECKS = 4;
/** A place with more values contains arbitrary texts. */
const MAX_VALUES = 12;

const bodies = await bodyJudges();
const passive = catalogue.filter(({ kind }) => kind === "passive");
const facts = new Map(checkFacts().map((fact) => [fact.id as string, fact]));
const ruleOf = new Map(catalogue.map((rule) => [rule.id as string, rule]));

/** The passive rules that an exchange or an event could have violated. */
function shownBy(judge: (passiveJudge: PassiveJudge) => void): readonly string[] {
  const passiveJudge = new PassiveJudge({ undocumented: () => undefined, bodies });
  judge(passiveJudge);
  return passive.filter(({ id }) => passiveJudge.tally(id).exercised > 0).map(({ id }) => id);
}

/** The features of an answer. A fault may depend on any of them. */
type Features = readonly (readonly [place: string, value: string])[];

/** The value at every place of an answer. The entries of a list share a place, as do those of metadata. */
function featuresOf(value: unknown, place = ""): Features {
  if (Array.isArray(value))
    return [
      [`${place} length`, String(Math.min(value.length, 2))],
      ...value.slice(0, 20).flatMap((one) => featuresOf(one, `${place}[]`)),
    ];
  if (isObject(value)) {
    const names = Object.keys(value);
    return /metadata$/.test(place)
      ? [[place, String(Math.min(names.length, 2))]]
      : names.flatMap((name) => featuresOf(value[name], `${place}.${name}`));
  }
  return [[place, String(value)]];
}

/** The class of a value at a place with many values. */
function classOf(value: string): string {
  const number = Number(value);
  if (value !== "" && !Number.isNaN(number))
    return `${Math.sign(number)} ${Math.abs(number) > 2 ** 31} ${Number.isInteger(number)}`;
  const has = [/\?/, /\s/, /[^\x20-\x7e]/, /[A-Z]/, /%/, /.{100}/s].map((form) => (form.test(value) ? 1 : 0));
  return `text ${has.join("")}`;
}

interface Shown {
  /** "createPaymentIntent 200", "event invoice.paid". */
  readonly kind: string;
  readonly features: Features;
  readonly rules: readonly string[];
}

function answer(one: RecordedExchange): Shown {
  const headers = one.responseHeaders;
  const url = new URL(one.url);
  const exchange = {
    operation: one.operation,
    request: { method: one.method, url, headers: one.requestHeaders, body: null },
    answer: { status: one.status ?? 0, headers, body: Buffer.from(one.responseBody ?? "") },
  } as unknown as Exchange;
  const asked = parsed(one.requestBody ?? "null") ?? null;
  return {
    kind: `${one.operation ?? ""} ${one.status ?? ""}`,
    features: [
      ...featuresOf(parsed(one.responseBody ?? "null") ?? null),
      ...[...url.searchParams].map(([name, value]) => [`?${name}`, value] as const),
      ...featuresOf(asked, "given"),
      ...one.requestHeaders.map(([name]) => ["header", name] as const),
    ],
    // Any request can violate the rule about the status, because a server may fail.
    rules: [
      ...shownBy((judge) => judge.judgeExchange(exchange)),
      ...[contractOperations.get(one.operation ?? "")?.statusRule ?? null].filter((rule) => rule !== null),
    ],
  };
}

function event(one: RecordedEvent): Shown {
  const body = parsed(one.body) ?? null;
  const received = { type: one.type, body, family: "subscription" } as unknown as ReceivedEvent;
  return {
    kind: `event ${one.type}`,
    features: featuresOf(body),
    rules: shownBy((judge) => judge.judgeEvent(received)),
  };
}

interface Noted extends Shown {
  readonly check: string;
}

const noted: Noted[] = [];
const requests = new Map<string, number>();
/** The values by kind and place. If they are few, they are words of the interface, otherwise arbitrary texts. */
const values = new Map<string, Set<string>>();

function note(check: RuleResult): void {
  const rule = ruleOf.get(check.id);
  const fact = facts.get(check.id);
  if (rule === undefined || fact === undefined || check.verdict !== "passed") return;
  requests.set(check.id, check.exchanges);
  const seen = new Map<string, number>();
  const shown = [
    ...check.transcript
      .filter(({ cleanUp, operation }) => cleanUp !== true && operation !== null)
      .map(answer),
    ...check.events.map(event),
  ];
  for (const one of shown) {
    const nth = Math.min(3, (seen.get(one.kind) ?? 0) + 1);
    seen.set(one.kind, nth);
    const features: Features = [...one.features, ["nth", String(nth)]];
    for (const [place, value] of features) {
      const key = `${one.kind} ${place}`;
      values.set(key, (values.get(key) ?? new Set()).add(value));
    }
    noted.push({ ...one, features, check: check.id });
  }
}

/** The cost of a check: more for more requests, for slow kinds, and for checks that run alone or last. */
function cost(id: string): number {
  const options = facts.get(id)?.options ?? {};
  const kind = ruleOf.get(id)?.kind;
  const slow = kind === "sequence" ? 2 : kind === "model" || kind === "race" || kind === "property" ? 4 : 1;
  return (
    1 + (requests.get(id) ?? 0) * slow + (options["alone"] === true || options["last"] === true ? 1_000 : 0)
  );
}

/** Whether the exchanges of a check serve the passive rules of an area. */
function servesArea(check: string, area: string): boolean {
  const serves = facts.get(check)?.options["serves"];
  return ruleOf.get(check)?.area === area || (Array.isArray(serves) && serves.includes(area));
}

/** The combinations of values of two members with two or three values each: "disabled, with a cadence". */
function pairsOf(kind: string, features: Features): readonly string[] {
  const small = features.filter(([place]) => {
    const { size } = values.get(`${kind} ${place}`) ?? { size: 0 };
    return /^\.\w+$/.test(place) && (size === 2 || size === 3);
  });
  return small.flatMap((one, index) =>
    small.slice(index + 1).map((other) => `${kind} ${one.join(" ")} ${other.join(" ")}`),
  );
}

/** The checks that receive each feature of the answers that show a rule. */
function checksByFeature(id: string): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const area = ruleOf.get(id)?.area ?? "";
  for (const { kind, features, rules, check } of shownFor.get(id) ?? []) {
    if (!rules.includes(id) || !servesArea(check, area)) continue;
    for (const feature of pairsOf(kind, features))
      found.set(feature, (found.get(feature) ?? new Set()).add(check));
    for (const [place, value] of features) {
      const few = (values.get(`${kind} ${place}`)?.size ?? 0) <= MAX_VALUES;
      const feature = `${kind} ${place} ${few ? value : classOf(value)}`;
      found.set(feature, (found.get(feature) ?? new Set()).add(check));
    }
  }
  return found;
}

/** Groups of checks that show a rule. Together, the first checks of all groups receive each feature with few requests. */
function waysOf(id: string): readonly string[] {
  const left = new Map(checksByFeature(id));
  const ways: string[] = [];
  while (left.size > 0) {
    const gain = new Map<string, number>();
    for (const checks of left.values())
      for (const check of checks) gain.set(check, (gain.get(check) ?? 0) + 1);
    const worth = (check: string): number => (gain.get(check) ?? 0) / cost(check);
    const [best = ""] = [...gain.keys()].sort((a, b) => worth(b) - worth(a) || a.localeCompare(b));
    const covered = [...left].filter(([, checks]) => checks.has(best));
    const others = covered.flatMap(([, checks]) => [...checks]);
    ways.push(
      [best, ...cheapest(new Set(others))].filter((one, at, all) => all.indexOf(one) === at).join(" "),
    );
    for (const [feature] of covered) left.delete(feature);
  }
  return ways;
}

/** The cheapest checks, and the cheapest of those with the fewest needs. */
function cheapest(ids: ReadonlySet<string>): readonly string[] {
  const sorted = [...ids].sort((a, b) => cost(a) - cost(b) || a.localeCompare(b));
  const needs = (id: string): number => ruleOf.get(id)?.needs.length ?? 0;
  const least = Math.min(...sorted.map(needs));
  const modest = sorted.find((id) => needs(id) === least);
  return [...sorted.slice(0, MAX_CHECKS - 2), ...(modest === undefined ? [] : [modest])];
}

const { rules: results } = await run({ seed: 1, runs: 5, allowLiveKey: true });
for (const result of results) note(result);
const shownFor = new Map<string, Noted[]>();
for (const one of noted)
  for (const id of one.rules) {
    const all = shownFor.get(id) ?? [];
    all.push(one);
    shownFor.set(id, all);
  }
const ways = new Map<string, number>();
const byRule = Object.fromEntries(
  passive.flatMap(({ id }) => {
    const own = waysOf(id);
    for (const way of own) if (!ways.has(way)) ways.set(way, ways.size);
    return own.length === 0 ? [] : [[id, own.map((way) => ways.get(way) ?? 0)]];
  }),
);
const unseen = passive.filter(({ id }) => !(id in byRule));
writeFileSync(
  join(root, "spec/passive-checks.json"),
  `{\n"ways": [\n${[...ways.keys()].map((way) => JSON.stringify(way.split(" "))).join(",\n")}\n],\n"rules": {\n${Object.entries(
    byRule,
  )
    .map(([id, numbers]) => `${JSON.stringify(id)}: ${JSON.stringify(numbers)}`)
    .join(",\n")}\n}\n}\n`,
);
console.log(
  `${Object.keys(byRule).length} passive rules, ${ways.size} kinds of answers, ${contractOperations.size} operations; no check shows ${unseen.map(({ id }) => id).join(", ") || "nothing else"}`,
);
