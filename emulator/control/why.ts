import type { Engine } from "../kernel/engine.ts";
import { type FeedEntry, webhookEndpoints } from "../kernel/events.ts";
import type { Parts } from "../parts.ts";
import type { Traffic } from "../traffic/index.ts";
import type { LoggedDelivery, LoggedRequest } from "../traffic/logs.ts";
import { potOf, pots, type Wallet, wallets } from "../areas/account/wallets.ts";
import { json, message } from "../kernel/answers.ts";
import { isoUtc } from "../kernel/clock.ts";
import type { Decided } from "../kernel/history.ts";
import type { Entry } from "../kernel/ledger.ts";
import { merchants } from "../kernel/merchants.ts";
import type { State } from "../kernel/state.ts";
import { type Timer, wallClock } from "../kernel/timeline.ts";
import { arrivalsAt } from "./arrivals.ts";
import { refusedField, type ControlContext, type ControlOperation, operation } from "./operation.ts";

/** The most requests and deliveries in an explanation. */
const MOST = 20;
/** All entries of the logs. */
const ALL = { most: 10_000 };

/** A delivery as control shows it. */
export const shownDelivery = ({ delivery, at, fault, faultId, ...outcome }: LoggedDelivery) => ({
  at: new Date(at).toISOString(),
  eventId: delivery.entry.eventId,
  type: delivery.entry.type,
  attempt: delivery.attempt,
  ...outcome,
  ...(fault === undefined ? {} : { fault, faultId }),
});

/** A request of the log, without its bodies. */
export const shownRequest = ({
  id,
  at,
  method,
  path,
  operationId,
  answer,
  fault,
  faultId,
}: LoggedRequest) => ({
  id,
  at: new Date(at).toISOString(),
  method,
  path,
  ...(operationId === undefined ? {} : { operationId }),
  status: answer.status,
  ...(fault === undefined ? {} : { fault, faultId }),
});

/** The requests that contain an id or were affected by the fault of that id, newest first. */
const requestsAbout = ({ log }: Traffic, id: string) =>
  log
    .latest(ALL)
    .filter(({ faultId, path, body, answer }) =>
      id.startsWith("fault_") ? faultId === id : JSON.stringify([path, body, answer.body]).includes(id),
    )
    .slice(0, MOST)
    .map(shownRequest);

/** The deliveries of an event, to an endpoint or affected by a fault, newest first. */
const deliveriesAbout = ({ deliveries }: Traffic, id: string) =>
  deliveries
    .latest(ALL)
    .filter(({ delivery, faultId }) => [delivery.entry.eventId, delivery.endpointId, faultId].includes(id))
    .slice(0, MOST)
    .map(shownDelivery);

/** The endpoints of the accounts that receive an event, and whether each is subscribed to it; undefined if the id is no event. */
function receiversOf(
  { engine, parts, traffic }: { engine: Engine; parts: Parts; traffic: Traffic },
  id: string,
) {
  if (!id.startsWith("evt_")) return undefined;
  const entries = new Map<string, FeedEntry | undefined>();
  const entryOf = (accountId: string): FeedEntry | undefined => {
    if (!entries.has(accountId))
      entries.set(
        accountId,
        engine.feed.since(accountId, 0).find(({ eventId }) => eventId === id),
      );
    return entries.get(accountId);
  };
  return engine.state.all(webhookEndpoints).flatMap((endpoint) => {
    const entry = entryOf(endpoint.accountId);
    if (entry === undefined) return [];
    const { id: endpointId, accountId, url, delivery } = endpoint;
    const { state, latest, nextAt } = arrivalsAt({ state: engine.state, traffic }, endpointId)(entry);
    return [
      {
        ...{ endpointId, accountId, url, delivery, isRegistered: parts.isSubscribed(endpoint, entry) },
        ...(state === undefined ? {} : { state }),
        ...(latest === undefined ? {} : { latest: shownDelivery(latest) }),
        ...(nextAt === undefined ? {} : { nextAttemptAt: isoUtc(nextAt) }),
      },
    ];
  });
}

/** The tables whose records are not shown: they are credentials, or contain answers that only the caller may see. */
export const unshown = new Set(["apiKeys", "idempotencyKeys"]);

const shownEntry = ({ id, at, kind, mode, currency, lines, details }: Entry) => ({
  id,
  at: isoUtc(at),
  kind,
  mode,
  currency,
  lines,
  ...(details === undefined ? {} : { details }),
});

const shownTimer = ({ id, kind, at, clock, subject, accountId }: Timer) => ({
  id,
  kind,
  dueAt: isoUtc(at),
  clock,
  subject,
  accountId,
});

const shownDecision = ({ number, at, cause, changed, entries, timers, events }: Decided) => ({
  decision: number,
  at: isoUtc(at),
  cause,
  changed: changed.filter(({ table }) => !unshown.has(table)),
  entries: entries.map(shownEntry),
  timers: timers.map((change) =>
    change.do === "schedule" ? { do: change.do, ...shownTimer(change.timer) } : change,
  ),
  events,
});

/** The statement of a ledger account: its entries with the running balance. */
const statement = (state: State, wallet: Wallet, account: string) => {
  const openingBalance = state.ledger.openingBalance(account, wallet);
  let balance = openingBalance;
  const entries = state.ledger.entries(account).map((entry) => {
    const amount = entry.lines
      .filter((line) => line.account === account)
      .reduce((sum, line) => sum + line.amount, 0);
    balance += amount;
    const { id, at, kind, details } = entry;
    return { id, at: isoUtc(at), kind, amount, balance, ...(details === undefined ? {} : { details }) };
  });
  return {
    account,
    balance: state.ledger.balance(account, wallet),
    // The sum of the entries that are no longer kept.
    ...(openingBalance === 0 ? {} : { openingBalance }),
    entries,
  };
};

const statements = (state: State, wallet: Wallet) => ({
  ...wallet,
  accounts: pots.map((pot) => statement(state, wallet, potOf(wallet, pot))),
});

/** The wallets for an id: the wallet with that id, or the wallets of a merchant or vendor. */
const walletsBehind = (state: State, id: string): readonly Wallet[] => {
  const wallet = state.get(wallets, id);
  return wallet === undefined ? state.find(wallets, "holder", id) : [wallet];
};

const secretless = (record: object) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name !== "clientSecret"));

/** Explains an object: the decisions that concern it, their entries and events, and its timers; undefined for an unknown id. */
export function explain(
  { engine, parts, traffic }: Pick<ControlContext, "engine" | "parts" | "traffic">,
  id: string,
) {
  const { state, history } = engine;
  const request = traffic.log.get(id);
  const fault = traffic.faults.list().find((known) => known.id === id);
  const found: { table: string; record: object }[] = [
    ...state.locate(id).filter(({ table }) => !unshown.has(table)),
    ...(request === undefined ? [] : [{ table: "requests", record: shownRequest(request) }]),
    ...(fault === undefined ? [] : [{ table: "faults", record: fault }]),
  ];
  const requests = request === undefined ? requestsAbout(traffic, id) : [];
  const deliveries = deliveriesAbout(traffic, id);
  const isOver = id.startsWith("fault_") && requests.length + deliveries.length > 0;
  const held = walletsBehind(state, id);
  const decisions = history.about(id);
  const scheduled = decisions.flatMap(({ timers }) =>
    timers.flatMap((change) => (change.do === "schedule" && change.timer.id === id ? [change.timer] : [])),
  );
  const waiting = [
    ...state.timeline.about(id),
    ...scheduled.flatMap(({ subject }) => state.timeline.about(subject)).filter((timer) => timer.id === id),
    ...(state.get(merchants, id) === undefined ? [] : state.timeline.waiting(wallClock(id))),
  ];
  if (!isOver && found.length + held.length + decisions.length + waiting.length === 0) return undefined;
  return {
    id,
    is: found.map(({ table, record }) => ({ table, record: secretless(record) })),
    because: decisions.map(shownDecision),
    wallets: held.map((wallet) => statements(state, wallet)),
    waiting: waiting.map(shownTimer),
    requests,
    deliveries,
    receivers: receiversOf({ engine, parts, traffic }, id),
  };
}

export type Explanation = NonNullable<ReturnType<typeof explain>>;

/** Operations that explain objects and list the ledger. */
export const whyControls: readonly ControlOperation[] = [
  operation("explain", "GET /why/:id", {
    handle: (context) => {
      const explanation = explain(context, context.params["id"] ?? "");
      return explanation === undefined ? message(404, "Nothing of that id is known") : json(200, explanation);
    },
  }),
  operation("readLedger", "GET /ledger", {
    query: ["mode"],
    handle: ({ engine, query }) => {
      const mode = query["mode"]?.at(-1) ?? "test";
      if (mode !== "test" && mode !== "live") return refusedField("mode", "enum", "Choose one of test, live");
      const accounts = engine.state.ledger.balances("").filter((balance) => balance.mode === mode);
      const totals = new Map<string, number>();
      for (const { currency, amount } of accounts) totals.set(currency, (totals.get(currency) ?? 0) + amount);
      return json(200, { mode, accounts, trialBalance: Object.fromEntries(totals) });
    },
  }),
];
