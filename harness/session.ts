import { randomBytes } from "node:crypto";
import { setMaxListeners } from "node:events";
import type { Operation } from "./contract.ts";
import { controlOperations } from "./control.ts";
import type { Shared } from "./engine/shared.ts";
import type { Answer, Exchange } from "./http/answer.ts";
import { createSender, type RequestParts, wireRequest } from "./http/client.ts";
import type { Transport } from "./http/transport.ts";
import { createPost, type Post } from "./inbox/post.ts";
import { createMerchants, type Merchants } from "./merchants.ts";
import type { Supplies } from "./needs.ts";
import { Observations } from "./observations.ts";
import { PassiveJudge } from "./passive/judge.ts";
import type { Keys, Profile } from "./profile/types.ts";
import { Redactor } from "./redaction.ts";

export interface SessionOptions {
  readonly profile: Profile;
  readonly keys: Keys;
  readonly transport: Transport;
  readonly seed: number;
  /** Runs of a property, before its own effort. */
  readonly runs: number;
  readonly liveKeyAllowed: boolean;
}

/** What all checks of a run share. */
export interface Session extends SessionOptions {
  readonly supplies: Supplies;
  readonly judge: PassiveJudge;
  readonly redactor: Redactor;
  readonly merchants: Merchants;
  readonly post: Post;
  readonly observations: Observations;
  /** What several checks look at, by attempt and key. */
  readonly shared: Map<string, Promise<Shared>>;
  /** Aborted when the session closes. */
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
}

/** Opens a session: asks the target's control, if the profile has one, what it offers. */
export async function openSession(options: SessionOptions): Promise<Session> {
  const { profile, keys } = options;
  const redactor = new Redactor({ fields: profile.secretFields });
  for (const key of Object.values(keys)) redactor.learn(key);
  const observations = new Observations();
  const judge = new PassiveJudge({
    undocumented: (exchange, status) =>
      observations.add("undocumented-status", `${exchange.operation ?? "?"} answered ${status}`),
  });
  const sender = createSender(options.transport);
  const bases = {
    payment: profile.target.baseUrl,
    checkout: profile.target.checkoutUrl,
    control: profile.target.controlUrl ?? "",
  };

  const sendTo = async (request: SessionRequest): Promise<Answer> =>
    sender.send({
      operation: request.host === "control" ? null : request.operation,
      request: wireRequest({
        base: bases[request.host],
        method: request.method,
        path: request.path,
        parts: request.parts,
        authorization: request.authorization,
        headers: profile.headers,
      }),
      deadlineMs: request.parts.deadlineMs ?? profile.deadlines.exchangeMs,
      signal: request.signal,
      onExchange: (exchange) => {
        if (exchange.answer !== null) learnSecrets(redactor, exchange);
        judge.judgeExchange(exchange);
        request.onExchange(exchange);
      },
    });

  const end = new AbortController();
  setMaxListeners(0, end.signal);
  const control = profile.target.controlUrl === undefined ? new Set<string>() : await describeControl(sendTo);
  const post = createPost({ profile, judge: (event) => judge.judgeEvent(event) });
  return {
    ...options,
    post,
    redactor,
    judge,
    observations,
    shared: new Map(),
    closing: end.signal,
    sendTo,
    supplies: { profile, keys, liveKeyAllowed: options.liveKeyAllowed, control },
    merchants: createMerchants({
      keys,
      account: profile.account,
      fixtures: profile.fixtures,
      env: process.env,
      liveKeyAllowed: options.liveKeyAllowed,
      learnSecret: (secret) => redactor.learn(secret),
    }),
    runId: randomBytes(4).toString("hex"),
    close: async () => {
      end.abort();
      await post.close();
      await options.transport.close();
    },
  };
}

async function describeControl(sendTo: Session["sendTo"]): Promise<ReadonlySet<string>> {
  const describe = controlOperations.get("describeControl");
  if (describe === undefined) throw new Error("the control protocol lacks describeControl");
  const answer = await sendTo({
    operation: describe,
    host: "control",
    method: describe.method,
    path: describe.path,
    parts: {},
    authorization: null,
    signal: new AbortController().signal,
    onExchange: () => undefined,
  });
  const offered = (answer.body as { operations?: unknown }).operations;
  return new Set(Array.isArray(offered) ? offered.filter((id): id is string => typeof id === "string") : []);
}

function learnSecrets(redactor: Redactor, exchange: Exchange): void {
  const bytes = exchange.answer?.body;
  if (bytes === undefined || bytes.byteLength === 0) return;
  const text = Buffer.from(bytes).toString("utf8");
  try {
    redactor.learnFrom(JSON.parse(text));
  } catch {
    // Not JSON: nothing to learn by field name; keys are taken out by their shape.
  }
}
