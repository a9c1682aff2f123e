import { randomBytes } from "node:crypto";
import { setMaxListeners } from "node:events";
import { type Budget, createBudget } from "./budget/budget.ts";
import type { Operation } from "./contract.ts";
import { controlOperations, offeredOperations } from "./control.ts";
import { DelayedCleanup } from "./engine/delayed-cleanup.ts";
import type { SharedResult } from "./engine/once.ts";
import type { Answer, Exchange } from "./http/answer.ts";
import { readBody } from "./http/body.ts";
import { createSender, type RequestParts, wireRequest } from "./http/client.ts";
import { withControlModule } from "./http/control-module.ts";
import { knowsCheckoutHost } from "./http/hosts.ts";
import type { Transport } from "./http/transport.ts";
import { IdleReports } from "./idle.ts";
import { createEventSources, type EventSources } from "./inbox/event-sources.ts";
import { Creations } from "./cleanup/creations.ts";
import type { CleanupLog } from "./cleanup/remaining.ts";
import { createMerchantLeases, type MerchantLeases } from "./merchant-leases.ts";
import type { Supplies } from "./needs.ts";
import { Observations } from "./observations.ts";
import { guessablePorts } from "./ports.ts";
import { PassiveJudge } from "./passive/judge.ts";
import type { Access, Keys, Profile } from "./profile/types.ts";
import { Redactor } from "./redaction/redactor.ts";
import type { RecordedCase } from "./results.ts";
import { Routes } from "./routes/routes.ts";
import { Inconclusive, TransportFault } from "./verdicts.ts";

export interface SessionOptions {
  readonly profile: Profile;
  readonly keys: Keys;
  readonly transport: Transport;
  readonly seed: number;
  /** Runs of a property, before its own effort. */
  readonly runs: number;
  readonly liveKeyAllowed: boolean;
  /** Where the keys are that fixtures name; the environment of this process without it. */
  readonly env?: NodeJS.ProcessEnv;
  /** Aborted when the run is interrupted: nothing that serves several checks goes on. */
  readonly signal?: AbortSignal;
  /** A recorded case of one rule, to be tried before all others. */
  readonly recorded?: { readonly rule: string; readonly case: RecordedCase };
  /** False where nobody reads what each rule exchanged: results have no transcripts then. Default true. */
  readonly transcripts?: boolean;
  /** Told of what the run makes and undoes, as it happens. */
  readonly cleanupLog?: CleanupLog;
  /** Secret headers of the way to the target; none without it. */
  readonly access?: Access;
  /** Requests that the run may send; unlimited without it. */
  readonly maxRequests?: number | undefined;
  /** Called once, when the last of them has left. */
  readonly onSpent?: () => void;
}

/** What all checks of a run share. */
export interface Session extends SessionOptions {
  readonly supplies: Supplies;
  /** Ports that are called by a guess. */
  readonly guessedPorts: Set<string>;
  readonly judge: PassiveJudge;
  readonly redactor: Redactor;
  readonly merchants: MerchantLeases;
  readonly eventSources: EventSources;
  readonly observations: Observations;
  readonly budget: Budget;
  readonly creations: Creations;
  readonly routes: Routes;
  readonly idle: IdleReports;
  readonly delayedCleanup: DelayedCleanup;
  /** What several checks look at, by attempt and key. */
  readonly sharedResults: Map<string, Promise<SharedResult>>;
  /** Aborted when the session closes, or the run is interrupted. */
  readonly closing: AbortSignal;
  /** Part of every name that the run gives to what it creates. */
  readonly runId: string;
  readonly sendTo: (request: SessionRequest) => Promise<Answer>;
  readonly close: () => Promise<void>;
}

export interface SessionRequest {
  readonly operation: Operation | null;
  readonly host: Operation["host"];
  readonly method: string;
  readonly path: string;
  readonly parts: RequestParts;
  readonly authorization: string | null;
  readonly signal: AbortSignal;
  readonly onExchange: (exchange: Exchange) => void;
  /** Monotonic ms: what would have to wait longer is not sent. Without it, the time of one rule from now. */
  readonly deadlineAt?: number;
  /** False for a rule that is about the rate limit itself: 429 is its answer. Default true. */
  readonly patient?: boolean;
  /** Clean-up goes on when the run's requests are used up. */
  readonly cleaningUp?: boolean;
  /** Only reads what the target reports of itself: it sets nothing off. */
  readonly aside?: boolean;
}

/** Opens a session: asks the target's control, if the profile has one, what it offers. */
export async function openSession(options: SessionOptions): Promise<Session> {
  const { keys } = options;
  const { profile, transport } = withControlModule(options);
  const access = options.access ?? { headers: {} };
  const redactor = redactorFor({ profile, keys, access });
  const observations = new Observations();
  const judge = new PassiveJudge({
    undocumented: (exchange, status) =>
      observations.add("undocumented-status", `${exchange.operation ?? "?"} answered ${status}`),
  });
  const sender = createSender(transport, { usualMs: profile.deadlines.exchangeMs });
  const bases = {
    payment: profile.target.baseUrl,
    checkout: profile.target.checkoutUrl,
    control: profile.target.controlUrl ?? "",
  };

  const routes = new Routes({ judge: (exchange) => judge.judgeExchange(exchange) });
  const idle = new IdleReports({
    onDistrust: (why) =>
      observations.add("control-idle-too-early", `${why}; the run waited for deadlines from then on`),
  });
  const delayedCleanup = new DelayedCleanup();
  const { cleanupLog } = options;
  const creations = new Creations({
    keys,
    // An id can be anything that the target was sent.
    journal: cleanupLog && ((entry) => cleanupLog({ ...entry, id: redactor.text(entry.id) })),
  });
  const budget = createBudget({
    requestsPerSecond: profile.budget.requestsPerSecond,
    maxRequests: options.maxRequests,
    streakMs: profile.deadlines.ruleMs,
    onSpent: options.onSpent,
  });
  const sendOnce = async (request: SessionRequest): Promise<Answer> => {
    const operation = request.host === "control" ? null : request.operation;
    const wire = wireRequest({
      base: bases[request.host],
      method: request.method,
      path: request.path,
      parts: request.parts,
      authorization: request.authorization,
      headers: access.headers,
    });
    const creation = request.signal.aborted ? null : creations.beforeRequest(operation?.id ?? null, wire);
    try {
      return await sender.send({
        operation,
        request: wire,
        deadlineMs: request.parts.deadlineMs ?? profile.deadlines.exchangeMs,
        signal: request.signal,
        onExchange: (exchange) => {
          if (exchange.answer !== null) learnSecrets(redactor, exchange);
          routes.observe(exchange);
          creations.observe(exchange);
          if (exchange.answer !== null) creations.settle(creation);
          request.onExchange(exchange);
        },
      });
    } catch (error) {
      if (error instanceof TransportFault && error.kind === "refused") creations.settle(creation);
      throw error;
    }
  };

  /** A request that is refused for its rate is sent again when the target says so, unless the refusal is what is judged. */
  const sendTo = async (request: SessionRequest): Promise<Answer> => {
    const entry = {
      route: request.operation?.id ?? `${request.method} ${request.path}`,
      signal: request.signal,
      deadlineAt: request.deadlineAt ?? performance.now() + profile.deadlines.ruleMs,
      exempt: request.cleaningUp === true,
      patient: request.patient !== false,
    };
    for (;;) {
      await budget.acquire(entry);
      const end = request.aside === true ? () => undefined : idle.begin(request);
      const answer = await sendOnce(request).finally(end);
      if (!entry.patient || answer.status !== 429) {
        budget.shouldRetry(entry, { status: answer.status, headers: answer.exchange.answer?.headers ?? [] });
        return answer;
      }
      if (
        !budget.shouldRetry(entry, { status: answer.status, headers: answer.exchange.answer?.headers ?? [] })
      ) {
        throw new Inconclusive(`${answer.what} is refused for its rate again and again: ${answer.summary}`);
      }
    }
  };

  const end = new AbortController();
  const closing = options.signal === undefined ? end.signal : AbortSignal.any([end.signal, options.signal]);
  setMaxListeners(0, closing);
  const control =
    profile.target.controlUrl === undefined
      ? new Set<string>()
      : await describeControl(sendTo, closing).catch((error: unknown) => {
          if (!(error instanceof TransportFault || error instanceof Inconclusive)) throw error;
          observations.add("control-undescribed", error.message);
          // What it offers is unknown, not absent: the rules that need it find it gone.
          return new Set(controlOperations.keys());
        });
  const { test } = keys;
  const checkoutHost =
    test === undefined ||
    (await knowsCheckoutHost(profile, ({ method, path, json }) =>
      sendTo({
        operation: null,
        host: "checkout",
        method,
        path,
        parts: json === undefined ? {} : { json },
        authorization: `Bearer ${test}`,
        signal: closing,
        onExchange: () => undefined,
      }),
    ));
  const guessedPorts = guessablePorts(profile, test);
  const eventSources = createEventSources({
    profile,
    openReceiver: transport.openReceiver,
    onArrival: (accountId, event) => idle.arrived(accountId, event),
    judge: (event) => {
      redactor.learnFrom(event.body);
      judge.judgeEvent(event);
    },
  });
  return {
    ...options,
    profile,
    transport,
    eventSources,
    redactor,
    judge,
    observations,
    budget,
    creations,
    routes,
    idle,
    delayedCleanup,
    sharedResults: new Map(),
    closing,
    sendTo,
    guessedPorts,
    supplies: { profile, keys, liveKeyAllowed: options.liveKeyAllowed, control, checkoutHost, guessedPorts },
    merchants: createMerchantLeases({
      keys,
      account: profile.account,
      fixtures: profile.fixtures,
      env: options.env ?? process.env,
      liveKeyAllowed: options.liveKeyAllowed,
      learnSecret: (secret) => redactor.learn(secret),
    }),
    runId: randomBytes(4).toString("hex"),
    close: async () => {
      await delayedCleanup.ended();
      end.abort();
      await eventSources.close();
      await transport.close();
    },
  };
}

async function describeControl(sendTo: Session["sendTo"], signal: AbortSignal): Promise<ReadonlySet<string>> {
  const describe = controlOperations.get("describeControl");
  if (describe === undefined) throw new Error("the control protocol lacks describeControl");
  const answer = await sendTo({
    operation: describe,
    host: "control",
    method: describe.method,
    path: describe.path,
    parts: {},
    authorization: null,
    signal,
    onExchange: () => undefined,
  });
  const offered = offeredOperations({ status: answer.status, body: answer.bytes });
  if (offered === null) throw new Inconclusive(`control does not say what it offers: ${answer.summary}`);
  return new Set(offered);
}

/** Knows everything that is secret before the first request. */
export function redactorFor(known: {
  readonly profile: Profile;
  readonly keys: Keys;
  readonly access: Access;
}): Redactor {
  const { profile, keys, access } = known;
  const headers = Object.keys(profile.headers).filter((name) => typeof profile.headers[name] === "object");
  const redactor = new Redactor({ fields: profile.secretFields, headers });
  const [, password] = /^[^:]*:(.*)$/s.exec(access.proxyCredentials ?? "") ?? [];
  for (const secret of [...Object.values(keys), ...headers.map((name) => access.headers[name]), password])
    redactor.learn(secret);
  return redactor;
}

function learnSecrets(redactor: Redactor, exchange: Exchange): void {
  const bytes = exchange.answer?.body;
  if (bytes === undefined) return;
  const read = readBody(bytes);
  if (read.kind === "json") redactor.learnFrom(read.value);
  else redactor.learnFromText(Buffer.from(bytes).toString("utf8"));
}
