import { type AccountSettings, setUpAccount, usualSettings } from "../emulator/areas/account/settings.ts";
import type { ClockRoute } from "../emulator/areas/test-clocks/parts.ts";
import type { Parts } from "../emulator/index.ts";
import { coded, type message, validationFailed } from "../emulator/kernel/answers.ts";
import type { EventDraft } from "../emulator/kernel/events.ts";
import type { IdempotencyPolicy } from "../emulator/kernel/idempotency.ts";
import type { Effects } from "../emulator/kernel/types.ts";
import {
  entry,
  everyEntry,
  type Handler,
  inOrder,
  part,
  type PartChange,
  type Replace,
  type Wrap,
} from "../mutants/mutant.ts";
import type { Binding, Description } from "./variant.ts";
import { answering, type Body, isObject } from "../mutants/shared/answers.ts";
import { DAY } from "../mutants/shared/billing.ts";
import { clocks, type Route, routing } from "../mutants/shared/clocks.ts";

/** Gives merchants other settings. */
export const deciding = (decided: Partial<AccountSettings>): Replace =>
  entry("merchantSetups", "account", () => setUpAccount({ ...usualSettings, ...decided }));

/** Refuses allocations that exceed the marketplace's balance with another answer. */
export const withoutFunds = (refuse: (missing: number) => ReturnType<typeof message>): Replace =>
  part(["connect", "allocations", "refusals"], () => ({
    insufficientFunds: ({ debit }, available) => refuse(debit - available),
  }));

/** An answer with a changed copy of its body, if the body is an object. */
export function changingBody<A extends { body: unknown }>(answer: A, change: (body: Body) => void): A {
  if (!isObject(answer.body)) return answer;
  const body = { ...answer.body };
  change(body);
  return { ...answer, body };
}

/** Replaces every value in a JSON document, innermost first. */
export function everywhere(
  value: unknown,
  change: (value: unknown, name: string) => unknown,
  name = "",
): unknown {
  if (Array.isArray(value))
    return change(
      value.map((entry) => everywhere(entry, change, name)),
      name,
    );
  if (!isObject(value)) return change(value, name);
  const entries = Object.entries(value).map(([key, inner]) => [key, everywhere(inner, change, key)]);
  return change(Object.fromEntries(entries), name);
}

/** Changes the JSON answers of a handler. */
export function rewriting(handler: Handler, change: (body: unknown, status: number) => unknown): Handler {
  return async (request) => {
    const answer = await handler(request);
    const { text, headers } = await textAndHeaders(answer);
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      return new Response(text === "" ? null : text, { status: answer.status, headers });
    }
    return new Response(JSON.stringify(change(body, answer.status)), { status: answer.status, headers });
  };
}

/** The body of an answer as text, and its headers without the length. */
export async function textAndHeaders(answer: Response): Promise<{ text: string; headers: Headers }> {
  const headers = new Headers(answer.headers);
  headers.delete("content-length");
  return { text: await answer.text(), headers };
}

/** Changes the headers of every answer. */
export const withHeaders =
  (change: (headers: Headers, status: number) => void): Wrap =>
  (handler) =>
  async (request) => {
    const { body, status, headers } = await handler(request);
    const changed = new Headers(headers);
    change(changed, status);
    return new Response(body, { status, headers: changed });
  };

export type Charges = Parts["connect"]["charges"];

export const charging = (change: PartChange<Charges["create"]>): Replace =>
  part(["connect", "charges"], (charges) => ({ create: { ...charges.create, ...change(charges.create) } }));

/** Midnight of a time's day in UTC. */
export const midnight = (time: number): number => Math.floor(time / DAY) * DAY;

export type Data = Readonly<Record<string, unknown>>;

/** Changes every event, of routes and of timers. */
export const emitting = (change: (event: EventDraft) => readonly EventDraft[]): Replace =>
  withEffects((effects) =>
    effects.events === undefined ? effects : { ...effects, events: effects.events.flatMap(change) },
  );

/** Changes the effects of every decision, of routes and of timers. */
export const withEffects = (change: <E extends Effects>(effects: E) => E): Replace =>
  inOrder(
    part([], ({ transact }) => ({
      transact: (decide, commit, operation) => transact(() => change(decide()), commit, operation),
    })),
    everyEntry("timers", (handle) => (context) => change(handle(context))),
  );

/** Changes the data of Connect's events. */
export const withData = (change: (data: Data, type: string) => Data): Replace =>
  emitting((event) => [
    event.envelope === "connect" ? { ...event, data: change(event.data, event.type) } : event,
  ]);

/** Replaces the members of an event with these names. */
export const eachMember =
  (names: readonly string[], value: (usual: unknown, data: Data) => unknown) =>
  (changed: Data): Data =>
    Object.fromEntries(
      Object.entries(changed).map(([name, usual]) => [
        name,
        names.includes(name) ? value(usual, changed) : usual,
      ]),
    );

export const delivering = (usualDelivery: string): Replace =>
  part(["webhookEndpoints"], () => ({ usualDelivery }));

type KeyedRoute = "allocations" | "createAccount" | "withdrawals";

export const KEYED_ROUTES: readonly KeyedRoute[] = ["allocations", "createAccount", "withdrawals"];

/** Changes the idempotency policy of some routes. */
export const keying = (routes: readonly KeyedRoute[], change: PartChange<IdempotencyPolicy>): Replace =>
  inOrder(
    ...routes.map((route) =>
      part(["connect"], (connect) => ({
        [route]: {
          ...connect[route],
          idempotency: { ...connect[route].idempotency, ...change(connect[route].idempotency) },
        },
      })),
    ),
  );

/** Replays the answer that used a key up, if it was recorded. */
export const original = ({ replay }: IdempotencyPolicy): Partial<IdempotencyPolicy> => ({
  replay: (record, command, now) => record.answer ?? replay(record, command, now),
});

/** The refusal of a key that is bound to another request. */
export const mismatch = () =>
  coded(422, "E_IDEMPOTENCY_MISMATCH", "This idempotency key was used with another body");

/** The refusal of an invalid key, in the documented format. */
export const invalidKey = (rule: string) =>
  validationFailed(422, [{ rule, field: "Idempotency-Key", message: `${rule} validation failed` }]);

export const LONGEST_KEY = 255;

/** Changes the key of every request. */
export const rekeying =
  (handler: Handler, change: (key: string, path: string) => string): Handler =>
  (request) => {
    const key = request.headers.get("idempotency-key");
    if (key === null) return handler(request);
    const headers = new Headers(request.headers);
    headers.set("idempotency-key", change(key, new URL(request.url).pathname));
    return handler(new Request(request, { headers }));
  };

/** Changes the bodies of overviews. */
export const shown = (change: (body: Body) => void): Replace => answering(["retrieveOverview"], 200, change);

/** Gives open fields other names in the profile, and removes those in `without`. */
export const naming =
  (names: Readonly<Record<string, string>>, without: readonly string[] = []) =>
  (usual: Description): Description => ({
    ...usual,
    fields: Object.fromEntries(
      Object.entries({ ...usual.fields, ...names }).filter(([name]) => !without.includes(name)),
    ),
  });

/** Changes each port of the profile. */
export const rebound =
  (change: (binding: Binding, name: string) => Binding) =>
  (usual: Description): Description => ({
    ...usual,
    ports: Object.fromEntries(
      Object.entries(usual.ports).map(([name, binding]) => [name, change(binding, name)]),
    ),
  });

/** Forwards requests below one path to another. */
export const servedBelow =
  (from: string, to: string) =>
  (handler: Handler): Handler =>
  (request) => {
    const url = new URL(request.url);
    if (!url.pathname.startsWith(`${from}/`) && url.pathname !== from) return handler(request);
    url.pathname = `${to}${url.pathname.slice(from.length)}`;
    return handler(new Request(url, request));
  };

/** Changes the path of a port in the profile. */
export const bindingPort =
  (port: string, path: string) =>
  (usual: Description): Description => {
    const binding = usual.ports[port];
    return binding === undefined
      ? usual
      : { ...usual, ports: { ...usual.ports, [port]: { ...binding, path } } };
  };

/** Moves a POST route to another path. */
export const movedPath =
  (from: RegExp, to: string) =>
  (handler: Handler): Handler =>
  (request) => {
    const url = new URL(request.url);
    if (request.method !== "POST" || !from.test(url.pathname)) return handler(request);
    url.pathname = url.pathname.replace(from, to);
    return handler(new Request(url, request));
  };

/** The operations that move a clock. */
export const MOVES = ["advanceTestClock", "simulateTestClock"];

type Clocks = Parts["testClocks"];

/** Changes all routes of test clocks. */
export const everyRoute =
  (change: PartChange<ClockRoute>): Replace =>
  (parts) =>
    inOrder(...(Object.keys(parts.testClocks.routes) as Route[]).map((route) => routing(route, change)))(
      parts,
    );

/** Changes how a clock is presented. */
export const showing = (change: (usual: Clocks["presenter"]) => Clocks["presenter"]): Replace =>
  clocks(({ presenter }) => ({ presenter: change(presenter) }));

/** Changes the bodies of the refusals of test clocks. */
export const refusingClocks = (change: (body: Body) => Body): Replace =>
  part(["testClocks", "refusals"], (refusals) => ({
    notAvailable: () => withBody(refusals.notAvailable(), change),
    completed: () => withBody(refusals.completed(), change),
    notLater: (field, other) => withBody(refusals.notLater(field, other), change),
    clockNotFound: () => withBody(refusals.clockNotFound(), change),
    subscriptionNotFound: () => withBody(refusals.subscriptionNotFound(), change),
    customerNotFound: () => withBody(refusals.customerNotFound(), change),
  }));

function withBody<A extends { body: unknown }>(answer: A, change: (body: Body) => Body): A {
  return isObject(answer.body) ? { ...answer, body: change(answer.body) } : answer;
}
