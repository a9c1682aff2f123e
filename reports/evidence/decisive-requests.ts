import type { RecordedEvent, RecordedExchange, RuleResult } from "../../harness/results.ts";

/** The exchange or event that a violation names, or else the last exchange of the check. */
interface Decisive {
  readonly exchange?: RecordedExchange;
  readonly event?: RecordedEvent;
  /** Whether the violation names it; otherwise it is only the last exchange. */
  readonly named: boolean;
}

export function decisive({ violation, transcript, events }: RuleResult): Decisive {
  const exchange = transcript.find(({ sequence }) => sequence === violation?.exchange);
  const event = events.find(({ arrival }) => arrival === violation?.event);
  if (exchange !== undefined || event !== undefined)
    return { ...(exchange && { exchange }), ...(event && { event }), named: true };
  const last = transcript.findLast(({ cleanUp }) => cleanUp !== true);
  return { ...(last && { exchange: last }), named: false };
}

/** The requests that a reader has to send again to see a violation. */
export interface DecisiveRequests {
  /** In the order in which they were sent. */
  readonly exchanges: readonly RecordedExchange[];
  /** The one whose answer shows the violation; null if no single one does. */
  readonly decisive: RecordedExchange | null;
  /** All requests of a run of equal ones, by the request that represents them. */
  readonly runs: ReadonlyMap<RecordedExchange, readonly RecordedExchange[]>;
}

/** If the violation names no exchange, this many of the last ones are shown, with those that they depend on. */
const LAST = 8;
/** The most requests before the decisive one that changed its objects. */
const CHANGES = 16;

/** Ids: a prefix, an underscore and random characters, or a UUID. Does not match names of members. */
const ID = /[a-z]+_[A-Za-z0-9_-]{4,}(?![A-Za-z0-9_-]|"\s*:)|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** Every id in a text. */
function idsIn(text: string): readonly string[] {
  return [...new Set(text.match(ID) ?? [])];
}

/** The URL, body and idempotency key of a request. */
export function requestText({ url, requestBody, requestHeaders }: RecordedExchange): string {
  const key = requestHeaders.find(([name]) => name.toLowerCase() === "idempotency-key")?.[1] ?? "";
  return `${url}\n${requestBody ?? ""}\n${key}`;
}

/**
 * The requests that show a violation: those of the smallest case, or the one that the violation names, or else the last ones. Includes the
 * requests that created their objects, and those that changed them before.
 */
export function decisiveRequests(rule: RuleResult): DecisiveRequests {
  const { violation } = rule;
  const sent = rule.transcript.filter(({ cleanUp }) => cleanUp !== true).toSorted(bySequence);
  const { exchange = null, event, named } = decisive(rule);
  const shown = named ? exchange : null;
  // It has only what contradicts each other.
  if (rule.kind === "trace") return { exchanges: sent, decisive: shown, runs: new Map() };
  const end = shown?.sequence ?? Number.POSITIVE_INFINITY;
  const smallest = new Set(violation?.smallest?.exchanges ?? []);
  const runs = runsOf(sent);
  const isLastOfMany = (one: RecordedExchange): boolean => {
    const run = runs.get(one) ?? [];
    return run.length <= LAST || one === run.at(-1);
  };
  const isChange = (one: RecordedExchange): boolean => one.method !== "GET";
  const core = new Set(
    smallest.size > 0
      ? sent.filter(
          (one) => smallest.has(one.sequence) && one.sequence <= end && (isChange(one) || shown === null),
        )
      : event !== undefined
        ? sent.filter(
            (one) =>
              isChange(one) && one.startedAt <= event.receivedAt && mentionsAny(one, idsIn(event.body)),
          )
        : shown === null
          ? withoutRepeats(sent.filter(isLastOfMany)).slice(-LAST)
          : [],
  );
  if (shown !== null) core.add(shown);
  for (const one of comparedWith(rule, sent, end)) core.add(one);
  const others = sent.filter(({ sequence }) => sequence < end);
  const chosen = closed(core, sent);
  const ids = [...chosen].flatMap((one) => [...idsIn(requestText(one)), ...ownIds(one)]);
  const setup = new Set(violation?.smallest?.setup ?? []);
  const belongs = ({ sequence }: RecordedExchange): boolean =>
    smallest.size === 0 || smallest.has(sequence) || setup.has(sequence);
  const isOfShown = (one: RecordedExchange): boolean =>
    shown !== null && (runs.get(one)?.length ?? 0) > LAST && runs.get(one) === runs.get(shown);
  const changes = others.filter(
    (one) =>
      isChange(one) &&
      isLastOfMany(one) &&
      !isOfShown(one) &&
      belongs(one) &&
      mentionsAny(one, ids) &&
      !isUnusedVendor(one, ids),
  );
  const registrations = others.filter((one) =>
    (rule.listening ?? []).some(({ url }) => mentionsAny(one, [url])),
  );
  const all = closed(new Set([...chosen, ...changes.slice(-CHANGES), ...registrations]), sent);
  const exchanges = withoutRepeats([...all].sort(bySequence));
  const shownRuns = exchanges.map((one) => {
    const run = runs.get(one) ?? [];
    return [one, run.slice(0, run.indexOf(one) + 1)] as const;
  });
  const isRun = (run: readonly RecordedExchange[]): boolean =>
    smallest.size === 0 && run.length > LAST && run.filter((one) => all.has(one)).length === 1;
  return { exchanges, decisive: shown, runs: new Map(shownRuns.filter(([, run]) => isRun(run))) };
}

/** Names that the suite gives. In equal requests, they differ only in a number. */
const NAME = /payconform[ -][0-9a-f]{8}[^"]*/g;

/** The number of requests in a run, including those between two of them that were not kept. */
export function lengthOf(run: readonly RecordedExchange[]): number {
  return run.reduce((sum, { omitted = 0 }, index) => sum + 1 + (index === 0 ? 0 : omitted), 0);
}

/** Whether a header says by which trace the request is found. */
export const isOfTrace = ({ trace }: RecordedExchange, [, value]: readonly [string, string]): boolean =>
  trace !== undefined && (value === trace.case || value.startsWith(`00-${trace.id}-`));

/** Runs of consecutive equal requests, by each of their requests. Equal means except for idempotency keys and the numbers in names. */
function runsOf(
  sent: readonly RecordedExchange[],
): ReadonlyMap<RecordedExchange, readonly RecordedExchange[]> {
  const runs = new Map<RecordedExchange, RecordedExchange[]>();
  let last: { readonly text: string | null; readonly run: RecordedExchange[] } = { text: null, run: [] };
  for (const one of sent) {
    const headers = one.requestHeaders.filter(
      (header) => header[0].toLowerCase() !== "idempotency-key" && !isOfTrace(one, header),
    );
    const text = JSON.stringify([one.method, one.url, one.requestBody?.replace(NAME, ""), headers]);
    if (last.text !== text || one.method === "GET") last = { text, run: [] };
    last.run.push(one);
    runs.set(one, last.run);
  }
  return runs;
}

const bySequence = (a: RecordedExchange, b: RecordedExchange): number => a.sequence - b.sequence;

/** Adds the requests that created the objects and keys that others use. */
function closed(
  chosen: ReadonlySet<RecordedExchange>,
  sent: readonly RecordedExchange[],
): ReadonlySet<RecordedExchange> {
  const all = new Set(chosen);
  // The iteration includes elements that are added during it.
  for (const one of all) {
    for (const id of idsIn(requestText(one))) {
      const source = sent.find(
        (other) => other.sequence < one.sequence && other.responseBody?.includes(id) === true,
      );
      if (source !== undefined && source.method !== "GET") all.add(source);
    }
    for (const variable of variablesOf(one)) {
      const source = sent.find(
        ({ repeatable }) => repeatable?.keys.some((key) => key.variable === variable) === true,
      );
      if (source !== undefined) all.add(source);
    }
  }
  return all;
}

/** The variables of the secrets in the headers of a request. */
export function variablesOf({ repeatable }: RecordedExchange): readonly string[] {
  return [...JSON.stringify(repeatable?.hidden ?? []).matchAll(/"variable":"(\w+)"/g)].map(
    ([, name = ""]) => name,
  );
}

/** Whether a request to control created or changed a vendor that no other request uses. */
function isUnusedVendor({ operation, url, responseBody }: RecordedExchange, ids: readonly string[]): boolean {
  const [, acct] = /"acct"\s*:\s*"([^"\\]+)"/.exec(responseBody ?? "") ?? [];
  return operation === null && url.includes("/vendors") && acct !== undefined && !ids.includes(acct);
}

/** The ids of the object that a request created. */
function ownIds({ method, responseBody }: RecordedExchange): readonly string[] {
  if (method === "GET" || responseBody === null) return [];
  return [...responseBody.matchAll(/"(?:id|accountId)"\s*:\s*"([^"\\]+)"/g)]
    .map(([, id = ""]) => id)
    .slice(0, 2);
}

function mentionsAny(exchange: RecordedExchange, ids: readonly string[]): boolean {
  const text = requestText(exchange);
  return ids.some((id) => text.includes(id));
}

/** The later request with which the violation compares the decisive one: the first whose method and path it quotes. */
function comparedWith(
  { violation }: RuleResult,
  sent: readonly RecordedExchange[],
  end: number,
): readonly RecordedExchange[] {
  if (violation === null) return [];
  const quoted = ({ method, url }: RecordedExchange): boolean =>
    URL.canParse(url) && violation.actual.includes(`${method} ${new URL(url).pathname} `);
  return sent.filter((one) => one.sequence > end && quoted(one)).slice(0, 1);
}

/** Removes all but the last of equal consecutive GET requests, with which a check polls. */
function withoutRepeats(exchanges: readonly RecordedExchange[]): readonly RecordedExchange[] {
  return exchanges.filter((one, index) => {
    const next = exchanges[index + 1];
    return one.method !== "GET" || next?.method !== "GET" || next.url !== one.url;
  });
}
