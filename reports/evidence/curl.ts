import type { HeaderPiece, LostTarget, RecordedExchange, RuleResult } from "../../harness/results.ts";
import { currencyOf } from "./amounts.ts";
import {
  type DecisiveRequests,
  decisiveRequests,
  isOfTrace,
  lengthOf,
  requestText,
  variablesOf,
} from "./decisive-requests.ts";
import { type Part, quoted, printed, word } from "../text/shell.ts";
import { clip, visible } from "../text/text.ts";

/** A value that a line extracts from an answer for later lines. */
interface Capture {
  readonly variable: string;
  readonly member: string;
  /** The position among the members of this name in the answer, from 1. */
  readonly index: number;
  /** The value in the recorded requests; null for a key, which they name by its variable. */
  readonly value: string | null;
}

/** The variable that makes idempotency keys new in each run of the lines: ten digits. */
const RUN = "RUN";
const REDACTED = "[redacted]";
const CUT = /… \((\d+) bytes in all\)$/;

/** A request that shows a violation, and its lines for a POSIX shell. Later requests use variables that earlier ones set. */
export interface CurlStep {
  readonly exchange: RecordedExchange;
  readonly isDecisive: boolean;
  readonly lines: readonly string[];
}

/**
 * The requests that show a violation, as lines for a POSIX shell, which run unchanged if the variables of the profile's keys are set.
 * Comments contain no character that a shell interprets. Empty if nothing was sent.
 */
export function curlLines(rule: RuleResult): readonly string[] {
  return rule.violation?.curl ?? curlSteps(rule).flatMap(({ lines }) => lines);
}

/** The same lines, by request. */
export function curlSteps(rule: RuleResult): readonly CurlStep[] {
  if (rule.violation === null) return [];
  const requests = decisiveRequests(rule);
  const { exchanges } = requests;
  const captures = capturesOf(exchanges);
  const known = new Map(
    [...captures.values()]
      .flat()
      .flatMap(({ value, variable }) => (value === null ? [] : [[value, variable]])),
  );
  let waitAfter = 0;
  return exchanges.map((one, index) => {
    const isFirst = index === 0 && exchanges.some((other) => idempotencyKey(other) !== null);
    const lines = isFirst ? [`${RUN}=$(date +%s)`] : [];
    const own = captures.get(one) ?? [];
    const overlapping = exchanges.filter(
      ({ sequence }) => sequence > one.sequence && sequence <= (one.repeatable?.overlaps ?? 0),
    );
    const isParallel = own.length === 0 && overlapping.length > 0;
    if (isParallel) waitAfter = Math.max(waitAfter, overlapping.at(-1)?.sequence ?? 0);
    const run = requests.runs.get(one);
    if (run !== undefined && own.length === 0) {
      lines.push(...notes(rule, requests, index, false), loop(one, lengthOf(run), known));
      return { exchange: one, isDecisive: one === requests.decisive, lines };
    }
    lines.push(...notes(rule, requests, index, isParallel));
    const command = capturing(curl(one, known), own);
    lines.push(isParallel ? `${command} &` : command);
    // Most may arrive in any order, but a conflict of idempotency keys needs the first request to be in progress.
    if (isParallel && rule.kind !== "race" && idempotencyKey(one) !== null) lines.push("sleep 1");
    if (waitAfter > 0 && one.sequence >= waitAfter) {
      lines.push("wait");
      waitAfter = 0;
    }
    return { exchange: one, isDecisive: one === requests.decisive, lines };
  });
}

/** Comments that say what a request is and what to look for in its answer. */
function notes(
  rule: RuleResult,
  { exchanges, decisive, runs }: DecisiveRequests,
  index: number,
  isParallel: boolean,
): readonly string[] {
  const one = exchanges[index];
  if (one === undefined) return [];
  const { violation } = rule;
  const currency = currencyOf(rule);
  const isLast = index === exchanges.length - 1;
  const isShown = decisive === null ? isLast : one === decisive;
  const what = [
    `request ${index + 1} of ${exchanges.length}: ${one.operation ?? `${one.method} ${pathOf(one)}`}`,
    answersOf(runs.get(one) ?? [one]),
    ...(isParallel ? ["runs in parallel with the next"] : []),
    ...(one === decisive ? ["this is the violation"] : []),
  ].join(", ");
  const [, cut] = CUT.exec(one.requestBody ?? "") ?? [];
  return [
    comment(what),
    ...(isShown && violation !== null
      ? [
          comment(`expected: ${violation.expected}`),
          comment(`actual: ${violation.actual}`),
          ...(currency === null ? [] : [comment(`amounts: in ${currency}`)]),
        ]
      : []),
    ...(one.requestBody?.includes(REDACTED) === true
      ? [comment("the body had a secret: write your own")]
      : []),
    ...(cut === undefined ? [] : [comment(`the body is cut: it had ${cut} bytes`)]),
    ...(hasUnknownKey(one)
      ? [comment("MERCHANT_KEY: the key of a merchant that control made for the run")]
      : []),
  ];
}

/** "answered 201"; for several equal requests, also how often. */
function answersOf(run: readonly RecordedExchange[]): string {
  const times = new Map<string, number>();
  if (lengthOf(run) > run.length)
    return `sent ${lengthOf(run)} times, the last one answered ${run.at(-1)?.status ?? "nothing"}`;
  for (const { status } of run) {
    const text = status === null ? "no answer came" : `answered ${status}`;
    times.set(text, (times.get(text) ?? 0) + 1);
  }
  return [...times].map(([text, some]) => (run.length === 1 ? text : `${some} times ${text}`)).join(", ");
}

/** The path of a request without its ids. */
function pathOf({ url }: RecordedExchange): string {
  return URL.canParse(url) ? new URL(url).pathname.replace(/[^/]*(?:[_%]|\d{3})[^/]*/g, "…") : url;
}

function hasUnknownKey({ repeatable, requestHeaders }: RecordedExchange): boolean {
  const hidden = repeatable?.hidden ?? [];
  return requestHeaders.some(
    ([name, value]) =>
      isAuthorization(name) &&
      value === REDACTED &&
      !hidden.some((one) => one[0] === name && one[1] !== null),
  );
}

/**
 * A comment without any character that has a meaning in a shell, because some interactive shells execute comments. Quotes become those of
 * print, so that "6694" differs from 6694.
 */
function comment(text: string): string {
  const harmless = clip(visible(text), 200)
    .replace(/"([^"]*)"/g, "\u201c$1\u201d")
    .replace(/["'`\\$!*?[\]{}()<>|&;~#^]/g, "")
    .replace(/\s+/g, " ");
  return `# ${harmless.trim()}`;
}

const isAuthorization = (name: string): boolean => name.toLowerCase() === "authorization";

/** The last requests of a target that stopped answering as lines for a POSIX shell, one each. */
export function curlOfLast({ last, curl: written }: LostTarget): readonly string[] {
  return written ?? last.map((exchange) => curl(exchange, new Map()));
}

/** The last request of a check that got no answer, as a line for a POSIX shell; null if all were answered. */
export function curlOfUnanswered({ transcript }: RuleResult): string | null {
  const exchange = transcript.findLast(({ fault, cleanUp }) => fault !== null && cleanUp !== true);
  return exchange === undefined ? null : curl(exchange, new Map());
}

/** The variable with the number of a repetition in a loop, from 1. */
const REPETITION = "i";

/** A loop that sends a request `times` times, one after another, and prints the status of each response. */
function loop(exchange: RecordedExchange, times: number, known: ReadonlyMap<string, string>): string {
  const command = curl(exchange, known, true);
  return `for ${REPETITION} in $(seq ${times}); do ${command}; done`;
}

/** A request as a command. Known ids are replaced by their variables. */
function curl(exchange: RecordedExchange, known: ReadonlyMap<string, string>, isRepeated = false): string {
  const { method, url, requestBody, repeatable } = exchange;
  const bytes = repeatable?.bytes === undefined ? null : Buffer.from(repeatable.bytes, "base64");
  const hasBody = bytes !== null || (requestBody !== null && requestBody !== "");
  const body = requestBody ?? "";
  const byPipe = bytes !== null || visible(body) !== body || /[\n\t]/.test(body);
  const bodyParts = isRepeated ? numbered(parts(body, known)) : parts(body, known);
  const data = byPipe ? ["--data-binary @-"] : [`--data-raw ${word(bodyParts)}`];
  const command = [
    isRepeated ? "curl -sS -o /dev/null -w '%{http_code}\\n'" : "curl -isS",
    ...(/[[\]{}]/.test(url) ? ["-g"] : []),
    ...(method === (hasBody ? "POST" : "GET") ? [] : method === "HEAD" ? ["-I"] : [`-X ${quoted(method)}`]),
    word(parts(url, known)),
    ...headersOf(exchange, known, { hasBody, isRepeated }).map((header) => `-H ${header}`),
    ...(hasBody ? data : []),
  ].join(" ");
  return hasBody && byPipe ? `${printed(bytes ?? bodyParts)} | ${command}` : command;
}

/** The usual spelling of headers that most requests have. */
const TITLES: Readonly<Record<string, string>> = {
  accept: "Accept",
  authorization: "Authorization",
  "content-type": "Content-Type",
  "user-agent": "User-Agent",
};

function headersOf(
  exchange: RecordedExchange,
  known: ReadonlyMap<string, string>,
  { hasBody, isRepeated }: { readonly hasBody: boolean; readonly isRepeated: boolean },
): readonly string[] {
  const { requestHeaders, method, repeatable } = exchange;
  const hidden = new Map(repeatable?.hidden ?? []);
  const isOfEach = (header: readonly [string, string]): boolean =>
    ["accept", "user-agent"].includes(header[0].toLowerCase()) || isOfTrace(exchange, header);
  // What every request has comes last.
  const inOrder = [...requestHeaders].sort((a, b) => Number(isOfEach(a)) - Number(isOfEach(b)));
  const given = inOrder.flatMap(([name, value]): string[] => {
    // A client's own tests may ask for compressed bytes, which curl would print.
    if (name.toLowerCase() === "accept-encoding") return [];
    const title = TITLES[name.toLowerCase()] ?? name;
    if (value === REDACTED) return [word([`${title}: `, ...secretParts(name, hidden.get(name) ?? null)])];
    // curl's notation for a header without a value.
    if (value === "") return [quoted(`${title};`)];
    if (!isIdempotencyKey(name)) return [word([`${title}: `, ...parts(value, known)])];
    return [word([`${title}: `, ...renewed(value), ...(isRepeated ? ["-", { variable: REPETITION }] : [])])];
  });
  const has = (wanted: string): boolean => requestHeaders.some(([name]) => name.toLowerCase() === wanted);
  return [
    ...given,
    // Without a value, curl does not send the headers that it adds by itself.
    ...["User-Agent", "Accept"].filter((name) => !has(name.toLowerCase())).map((name) => quoted(`${name}:`)),
    ...(hasBody && !has("content-type") ? [quoted("Content-Type:")] : []),
    ...(!hasBody && ["POST", "PUT", "PATCH"].includes(method) && !has("content-length")
      ? [quoted("Content-Length: 0")]
      : []),
  ];
}

function secretParts(name: string, pieces: readonly HeaderPiece[] | null): readonly Part[] {
  if (pieces === null)
    return isAuthorization(name)
      ? ["Bearer ", { variable: "MERCHANT_KEY" }]
      : [{ variable: name.toUpperCase().replace(/[^A-Z0-9]/g, "_") }];
  return pieces;
}

const isIdempotencyKey = (name: string): boolean => name.toLowerCase() === "idempotency-key";

function idempotencyKey({ requestHeaders }: RecordedExchange): string | null {
  const value = requestHeaders.find(([name]) => isIdempotencyKey(name))?.[1] ?? "";
  return value === "" ? null : value;
}

/** An idempotency key that is new in each run of the lines. A long one keeps its length. */
function renewed(value: string): readonly Part[] {
  const kept = value.length >= 20 ? value.slice(0, -10) : value;
  return [kept, { variable: RUN }];
}

/** Replaces the number at the end of each name that the suite gave by that of the repetition. */
function numbered(given: readonly Part[]): readonly Part[] {
  return given.flatMap((part): readonly Part[] => {
    if (typeof part !== "string") return [part];
    const pieces = part.split(/(?<=payconform[ -][0-9a-f]{8}[^"@]*[^"@\d])\d+(?=["@])/);
    return pieces.flatMap((piece, index) => (index === 0 ? [piece] : [{ variable: REPETITION }, piece]));
  });
}

/** Replaces the known ids in a text by their variables. */
function parts(text: string, known: ReadonlyMap<string, string>): readonly Part[] {
  let rest: readonly Part[] = [text];
  for (const [id, variable] of [...known].sort(([a], [b]) => b.length - a.length))
    rest = rest.flatMap((part) =>
      typeof part !== "string"
        ? [part]
        : part
            .split(id)
            .flatMap((between, index): Part[] => (index === 0 ? [between] : [{ variable }, between])),
    );
  return rest;
}

/**
 * The values that later requests need from answers. Only if a merchant that control created sends requests: its key is lost, so all of its
 * objects must be created again. Ids of the profile's merchants remain valid.
 */
function capturesOf(
  exchanges: readonly RecordedExchange[],
): ReadonlyMap<RecordedExchange, readonly Capture[]> {
  const captures = new Map<RecordedExchange, readonly Capture[]>();
  const used = new Set(exchanges.flatMap(variablesOf));
  const isOwn = exchanges.some(
    ({ repeatable }) => repeatable?.keys.some(({ variable }) => used.has(variable)) === true,
  );
  if (!isOwn) return captures;
  const known = new Set<string>();
  for (const [index, one] of exchanges.entries()) {
    const later = exchanges
      .slice(index + 1)
      .map(requestText)
      .join("\n");
    const keys = (one.repeatable?.keys ?? []).filter(({ variable }) => used.has(variable));
    const members = new Map<string, number>();
    const ids: Capture[] = [];
    for (const [, member = "", value = ""] of (one.responseBody ?? "").matchAll(
      /"(\w+)"\s*:\s*"([^"\\]*)"/g,
    )) {
      const nth = (members.get(member) ?? 0) + 1;
      members.set(member, nth);
      const isId = /^[A-Za-z]+_[A-Za-z0-9_-]{4,}$|^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value);
      if (!isId || known.has(value) || requestText(one).includes(value) || !later.includes(value)) continue;
      known.add(value);
      const prefix = /^[A-Za-z]+(?=_)/.exec(value)?.[0] ?? "id";
      ids.push({ variable: `${prefix}_${known.size}`, member, index: nth, value });
    }
    captures.set(one, [...keys.map((key) => ({ ...key, value: null })), ...ids]);
  }
  return captures;
}

/** A command that stores values of its answer for later lines. An answer that contains a key is not printed. */
function capturing(command: string, captures: readonly Capture[]): string {
  if (captures.length === 0) return command;
  const taken = ({ member, index }: Capture): string =>
    `grep -o '"${member}" *: *"[^"]*"' | sed -n ${index}p | cut -d '"' -f 4`;
  const isShown = captures.every(({ value }) => value !== null);
  return [
    `ANSWER=$(${command})`,
    ...(isShown ? [`printf '%s\\n' "$ANSWER"`] : []),
    ...captures.map((one) => `${one.variable}=$(printf %s "$ANSWER" | ${taken(one)})`),
  ].join("; ");
}
