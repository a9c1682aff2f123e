import { existsSync, statSync } from "node:fs";
import { readBody } from "../../harness/event.ts";
import {
  headerValues,
  type HeaderList,
  keyOf,
  type WireAnswer,
  type WireRequest,
} from "../../harness/http/wire.ts";
import type { Profile } from "../../harness/profile/types.ts";
import { type Recording, readRecording } from "../../harness/recording/recording.ts";
import type { Observation, RuleResult } from "../../harness/results.ts";
import { Recognizer } from "../../harness/traffic/recognize.ts";
import { TrafficJudge } from "../../harness/traffic/traffic-judge.ts";
import { recordingIn } from "../evidence/judge-again.ts";
import { isObject } from "../../spec/json.ts";
import { isId, withoutRoles } from "./roles.ts";
import { readShard } from "../merge/read-shard.ts";
import { recordedTarget } from "../traffic/recorded-target.ts";

/** A documented request with its answer, or a delivered event. */
export interface Seen {
  /** Id of the operation, or type of the event. */
  readonly name: string;
  /** The rule whose check sent it; "" if that is not known. */
  readonly rule: string;
  /** "POST /v1/payment-intents", with the path as it was sent. */
  readonly head: string;
  readonly query: string;
  /** The same for the same request of the same rule; of an event, its type. */
  readonly key: string;
  readonly given: unknown;
  /** Null where no answer came, and of an event. */
  readonly status: number | null;
  readonly headers: HeaderList;
  readonly body: unknown;
}

/** One of the two things that are compared. */
export interface Side {
  readonly name: string;
  readonly rules: readonly RuleResult[];
  /** The rules that each cause of violations violates, the first cause first. */
  readonly causes: readonly (readonly string[])[];
  readonly observations: readonly Observation[];
  /** Null if there is no recording. */
  readonly exchanges: readonly Seen[] | null;
  readonly events: readonly Seen[];
  readonly seed: number | null;
}

/** Reads the output folder of a run, with its recording if it has one, or a recording. @throws UsageError */
export async function readSide(path: string): Promise<Side> {
  const isFolder = existsSync(path) && statSync(path).isDirectory();
  if (!isFolder) {
    const recording = await readRecording(path);
    const { profile, access } = recordedTarget([recording]);
    const { keys, steps, run } = recording;
    const judge = await TrafficJudge.open({ profile, keys, access, isOwn: run !== null });
    judge.watch(steps);
    const rules = judge.results();
    const sides = { name: path, rules, observations: judge.observations(), seed: run?.seed ?? null };
    return { ...sides, causes: [], ...seenIn(recording, profile) };
  }
  const { result, causes = [] } = readShard(path, new Map());
  const { rules, observations, seed } = result;
  const own = { name: path, rules, observations, seed, causes: causes.map((cause) => cause.rules) };
  const file = recordingIn(path);
  if (!existsSync(file)) return { ...own, exchanges: null, events: [] };
  const recording = await readRecording(file);
  return { ...own, ...seenIn(recording, recordedTarget([recording]).profile) };
}

function seenIn(
  { steps }: Recording,
  profile: Profile,
): { readonly exchanges: readonly Seen[]; readonly events: readonly Seen[] } {
  const recognizer = new Recognizer(profile);
  const { trace } = profile;
  const header = trace === false || trace.case === false ? null : trace.case;
  const requests = new Requests();
  const known = new Map<WireRequest, string | null>();
  const exchanges: Seen[] = [];
  const events: Seen[] = [];
  for (const step of steps) {
    if (step.kind === "begin") {
      const { operation } = step.known ?? recognizer.recognize(step.request) ?? { operation: null };
      known.set(step.request, operation);
    } else if (step.kind === "event") {
      const body = jsonOf(step.bytes);
      const type = typeOf(body);
      const event = { name: type, rule: "", head: `event ${type}`, query: "", key: type, given: null };
      events.push({ ...event, status: null, headers: [], body });
    } else {
      const name = known.get(step.request) ?? null;
      known.delete(step.request);
      if (name === null) continue;
      const [sent = ""] = header === null ? [] : headerValues(step.request.headers, header);
      const rule = sent.replace(/#\d+$/, "");
      const seen = exchangeOf(step.request, step.answer, { name, rule });
      exchanges.push({ ...seen, key: requests.keyOf(step.request, seen) });
    }
  }
  return { exchanges, events };
}

/** Recognizes the same request of the same rule in two runs: by which key, about which object, in which order. */
class Requests {
  /** By rule, the order in which keys and objects came. */
  readonly #orders = new Map<string, Map<string, string>>();

  /** The key of a request; its answer names the object that it shows. */
  keyOf(
    request: WireRequest,
    { name, rule, given, body }: Pick<Seen, "name" | "rule" | "given" | "body">,
  ): string {
    const { method, url, headers } = request;
    const key = keyOf(request);
    const [idempotencyKey] = headerValues(headers, "idempotency-key");
    const role = (text: string): string => this.#orderOf(rule).get(text) ?? "{id}";
    const path = url.pathname.split("/").map((part) => (isId(part) ? role(part) : part));
    const text = JSON.stringify([
      ...[rule, name, method, path],
      [...url.searchParams].map(([one, value]) => [one, withoutRoles(value, role)]),
      key === null ? "none" : this.#number(rule, key, key.slice(0, 8)),
      idempotencyKey === undefined ? "none" : this.#number(rule, idempotencyKey, "key"),
      withoutRoles(given, role),
    ]);
    if (isObject(body) && typeof body["id"] === "string") this.#number(rule, body["id"], name);
    return text;
  }

  /** `noun` and the number among those of the rule with it. */
  #number(rule: string, text: string, noun: string): string {
    const order = this.#orderOf(rule);
    const known = order.get(text);
    if (known !== undefined) return known;
    const number = [...order.values()].filter((one) => one.startsWith(`${noun} `)).length + 1;
    order.set(text, `${noun} ${number}`);
    return `${noun} ${number}`;
  }

  #orderOf(rule: string): Map<string, string> {
    const order = this.#orders.get(rule) ?? new Map<string, string>();
    this.#orders.set(rule, order);
    return order;
  }
}

function exchangeOf(
  { method, url, body }: WireRequest,
  answer: WireAnswer | null,
  known: Pick<Seen, "name" | "rule">,
): Omit<Seen, "key"> {
  return {
    ...{ ...known, head: `${method} ${url.pathname}`, query: url.search },
    given: body === null ? null : jsonOf(body),
    status: answer?.status ?? null,
    headers: answer?.headers ?? [],
    body: answer === null || answer.wholeBytes !== undefined ? null : jsonOf(answer.body),
  };
}

/** The value of a body that is JSON; any other text as it is. */
function jsonOf(bytes: Uint8Array): unknown {
  const read = readBody(bytes);
  return read.kind === "json" ? read.value : Buffer.from(bytes).toString();
}

function typeOf(envelope: unknown): string {
  const { event = envelope } = (envelope ?? {}) as { readonly event?: unknown };
  const { type } = (event ?? {}) as { readonly type?: unknown };
  return typeof type === "string" ? type : "";
}
