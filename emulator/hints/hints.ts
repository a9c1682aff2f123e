import { isDeepStrictEqual } from "node:util";
import { eventTypes } from "../areas/events/types.ts";
import { type WebhookEndpoint, webhookEndpoints } from "../kernel/events.ts";
import type { State } from "../kernel/state.ts";
import type { Operation } from "../kernel/types.ts";
import { type FieldSpec, inWords, unknownMembers, validate, valueAt } from "../kernel/validate.ts";
import type { LoggedRequest, RequestLog } from "../traffic/logs.ts";
import type { Accepted } from "./accepted.ts";
import { likeness, nearest } from "./nearest.ts";

/** What a developer surely did not mean, though it was answered as documented. */
export interface Hint {
  readonly kind:
    | "ignored-field"
    | "ignored-parameter"
    | "refused-value"
    | "refused-key"
    | "unknown-route"
    | "unknown-event"
    | "moved-twice"
    | "too-early";
  readonly text: string;
  /** The request that it concerns, or the webhook endpoint. */
  readonly about: string;
  readonly accountId?: string;
}

/** Finds hints. They derive from the logs and the state when they are read, so requests cost nothing. */
export interface Hints {
  ofRequest(request: LoggedRequest): readonly Hint[];
  /** The hints about the logged requests and the webhook endpoints of an account, or of all. */
  all(accountId?: string): readonly Hint[];
}

type Found = Pick<Hint, "kind" | "text">;

/** How long the same request is suspicious, ms. */
const SOON_MS = 60_000;

/** The operations that move money each time. */
const MOVING: readonly string[] = [
  "createAllocation",
  "createAllocationReversal",
  "createDisbursement",
  "createRemittance",
  "refundCharge",
];

const didYouMean = (name: string | undefined): string =>
  name === undefined ? "" : `; did you mean ${name}?`;

export function createHints(options: {
  readonly operations: readonly Operation[];
  readonly accepted: Readonly<Record<string, Accepted>>;
  readonly log: RequestLog;
  readonly state: State;
}): Hints {
  const { operations, accepted, log, state } = options;
  const keyed = new Set(
    operations.filter((one) => one.idempotency !== undefined).map((one) => one.operationId),
  );

  const ofRequest: Hints["ofRequest"] = (request) => {
    const reads = accepted[request.operationId ?? ""];
    const found: readonly Found[] = [
      ...(reads === undefined
        ? []
        : [...ignoredFields(request, reads), ...ignoredParameters(request, reads)]),
      ...(reads === undefined ? [] : refusedValues(request, reads)),
      ...refusedKey(request),
      ...unknownRoute(request, operations),
      ...movedTwice(request, log, keyed),
      ...tooEarly(request, log),
    ];
    const { id: about, accountId } = request;
    return found.map((hint) => ({ ...hint, about, ...(accountId === undefined ? {} : { accountId }) }));
  };

  return {
    ofRequest,
    all: (accountId) =>
      [
        ...log.latest({ most: Number.MAX_SAFE_INTEGER }).flatMap(ofRequest),
        ...state.all(webhookEndpoints).flatMap(unknownEvents),
      ].filter((hint) => accountId === undefined || (hint.accountId ?? accountId) === accountId),
  };
}

function ignoredFields({ body, answer }: LoggedRequest, { fields }: Accepted): readonly Found[] {
  if (body === undefined || answer.status === 401) return [];
  const known = fields.map(({ field }) => field);
  return unknownMembers(body, fields).map(({ field }) => ({
    kind: "ignored-field",
    text: `the field ${field} is ignored${didYouMean(nearest(field, known))}`,
  }));
}

const queryOf = (path: string): readonly string[] => [
  ...new Set(new URLSearchParams(path.split("?")[1] ?? "").keys()),
];

function ignoredParameters({ path }: LoggedRequest, { query }: Accepted): readonly Found[] {
  return queryOf(path)
    .filter((name) => !query.includes(name))
    .map((name) => ({
      kind: "ignored-parameter",
      text: `the query parameter ${name} is ignored${didYouMean(nearest(name, query))}`,
    }));
}

/** What refused values must be, and a value of another form that would be accepted. */
function refusedValues({ body, answer }: LoggedRequest, { fields }: Accepted): readonly Found[] {
  if (answer.status !== 400 && answer.status !== 422) return [];
  return validate(body, fields, inWords).map(({ field, message }) => {
    const spec = fields.find((one) => one.field === field.replaceAll(/\.\d+(?=\.|$)/g, ".*"));
    return {
      kind: "refused-value",
      text: `${field} ${message}${didYouMean(spec && otherForm(valueAt(body, field), spec, body))}`,
    };
  });
}

/** The value as a number, as text, with digits only, or as the nearest word of an enumeration, if that is valid. */
function otherForm(value: unknown, { rules }: FieldSpec, body: unknown): string | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const words = rules.flatMap(({ wants = "" }) =>
    wants.startsWith("one of ") ? wants.slice(7).split(", ") : [],
  );
  const forms: readonly unknown[] = [
    Number(value),
    String(value),
    String(value).replaceAll(/\D/g, ""),
    nearest(String(value), words),
  ];
  const valid = forms.find((form) => form !== undefined && rules.every((rule) => rule.accepts(form, body)));
  return valid === undefined ? undefined : JSON.stringify(valid);
}

function refusedKey({ answer, refusedKey: why, mode }: LoggedRequest): readonly Found[] {
  if (why !== undefined) return [{ kind: "refused-key", text: why }];
  if (answer.status !== 401 || mode === undefined) return [];
  return [
    { kind: "refused-key", text: `the key is for ${mode}, and the vendor belongs to the other environment` },
  ];
}

/** Whether a path could be one of a route: as many segments, and the fixed ones spelt alike. */
function unknownRoute(
  { operationId, method, path, answer }: LoggedRequest,
  operations: readonly Operation[],
): readonly Found[] {
  if (operationId !== undefined || answer.status !== 404) return [];
  const asked = (path.split("?")[0] ?? "")
    .replace(/^(?!\/v1\/)/, "/v1")
    .replace(/\/$/, "")
    .split("/");
  const [best] = operations
    .map((operation) => {
      const segments = operation.path.split("/");
      const shares = segments.map((segment, at) =>
        segment.startsWith(":") ? 1 : likeness(segment, asked[at] ?? ""),
      );
      const isAlike = segments.length === asked.length && shares.every((share) => share > 0.6);
      return { operation, isAlike, share: Math.min(...shares) + (operation.method === method ? 1 : 0) };
    })
    .filter(({ isAlike }) => isAlike)
    .sort((a, b) => b.share - a.share);
  if (best === undefined) return [];
  const { method: meant, path: route, host } = best.operation;
  const shown = route.replaceAll(/:(\w+)/g, "{$1}");
  return [
    {
      kind: "unknown-route",
      text: `there is no such route; did you mean ${meant} ${shown} of the ${host} host?`,
    },
  ];
}

function movedTwice(request: LoggedRequest, log: RequestLog, keyed: ReadonlySet<string>): readonly Found[] {
  const { operationId = "", accountId, at, body, path, answer, idempotencyKey } = request;
  if (!MOVING.includes(operationId) || idempotencyKey !== undefined || answer.status >= 300) return [];
  const before = earlier(log, request).find(
    (other) =>
      other.operationId === operationId &&
      other.accountId === accountId &&
      other.path === path &&
      other.answer.status < 300 &&
      at - other.at < SOON_MS &&
      isDeepStrictEqual(other.body, body),
  );
  if (before === undefined) return [];
  const remedy = keyed.has(operationId) ? "; with an Idempotency-Key, it would have moved once" : "";
  return [
    { kind: "moved-twice", text: `the same request moved money a moment ago, as ${before.id}${remedy}` },
  ];
}

function tooEarly(request: LoggedRequest, log: RequestLog): readonly Found[] {
  const { operationId, accountId, at } = request;
  if (operationId === undefined || accountId === undefined) return [];
  for (const other of earlier(log, request)) {
    if (other.operationId !== operationId || other.accountId !== accountId) continue;
    const wait = Number(other.answer.headers?.["retry-after"] ?? 0) * 1_000;
    if (other.answer.status !== 429 || at >= other.at + wait) return [];
    return [
      {
        kind: "too-early",
        text: `${other.id} was refused with 429 and asked to wait ${wait / 1_000} s, of which ${Math.floor((at - other.at) / 1_000)} have passed`,
      },
    ];
  }
  return [];
}

/** The requests before one, newest first. */
const earlier = (log: RequestLog, { id }: LoggedRequest): readonly LoggedRequest[] =>
  log
    .latest({ most: Number.MAX_SAFE_INTEGER })
    .filter((other) => Number(other.id.slice(4)) < Number(id.slice(4)));

const unknownEvents = ({ id, accountId, events }: WebhookEndpoint): readonly Hint[] =>
  events
    .filter((type) => !eventTypes.includes(type))
    .map((type) => ({
      kind: "unknown-event",
      about: id,
      accountId,
      text: type.includes("*")
        ? `no event is called ${type}, and no name stands for several: list each one`
        : `no event is called ${type}${didYouMean(nearest(type, eventTypes))}`,
    }));
