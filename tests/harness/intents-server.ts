import { createServer, type ServerResponse } from "node:http";
import { listening, type LocalServer, onBody } from "../local-server.ts";

/** An answer about to be sent; `cutAfter` closes the connection after that number of bytes of the body. */
interface Sent {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer;
  cutAfter?: number;
}

export type ChangeAnswer = (answer: Sent, request: { method: string; path: string; text: string }) => Sent;

export interface IntentsServer extends LocalServer {
  readonly key: string;
}

/** The service behind `startIntentsServer`, without any wire: payment intents and nothing else. */
export interface IntentsService {
  readonly key: string;
  readonly answer: (request: {
    method: string;
    path: string;
    authorization: string | undefined;
    text: string;
  }) => { status: number; body: unknown };
}

export function createIntentsService(): IntentsService {
  const key = "sk_test_Zq7WvN3kXb5RtY9mHc2J";
  const intents = new Map<string, Intent>();
  return { key, answer: (request) => answerTo({ ...request, key, intents }) };
}

/** A server of payment intents only, whose answers are changed; on a free port by default. */
export async function startIntentsServer(change: ChangeAnswer, port = 0): Promise<IntentsServer> {
  const service = createIntentsService();
  const server = createServer((request, response) => {
    onBody(request, (sent) => {
      const path = (request.url ?? "/").split("?")[0] ?? "/";
      const text = sent.toString();
      const answer = service.answer({
        method: request.method ?? "GET",
        path,
        authorization: request.headers.authorization,
        text,
      });
      send(
        response,
        change(
          {
            status: answer.status,
            headers: { "content-type": "application/json" },
            body: JSON.stringify(answer.body),
          },
          { method: request.method ?? "GET", path, text },
        ),
      );
    });
  });
  return { ...(await listening(server, port)), key: service.key };
}

function send(response: ServerResponse, answer: Sent): void {
  if (answer.cutAfter === undefined) {
    response.writeHead(answer.status, answer.headers);
    response.end(answer.body);
    return;
  }
  response.writeHead(answer.status, {
    ...answer.headers,
    "content-length": String(Buffer.byteLength(answer.body)),
  });
  response.write(Buffer.from(answer.body).subarray(0, answer.cutAfter), () => response.destroy());
}

interface Intent {
  readonly amount: number;
  readonly currency: string;
  readonly clientSecret: string;
}

function answerTo(request: {
  method: string;
  path: string;
  authorization: string | undefined;
  text: string;
  key: string;
  intents: Map<string, Intent>;
}): { status: number; body: unknown } {
  const { intents } = request;
  if (request.authorization !== `Bearer ${request.key}`)
    return { status: 401, body: { error: "Unauthorized" } };
  if (request.method === "POST" && request.path === "/v1/payment-intents")
    return create(request.text, intents);
  const id = /^\/v1\/payment-intents\/([^/]+)$/.exec(request.path)?.[1];
  if (request.method !== "GET" || id === undefined)
    return { status: 404, body: { message: "There is no such route" } };
  const intent = intents.get(decodeURIComponent(id));
  if (intent === undefined) return { status: 404, body: { message: "Payment intent not found" } };
  return {
    status: 200,
    body: {
      ...{ id, label: "payment_intent", amount: intent.amount, currency: intent.currency },
      ...{ status: "requires_payment_method", client_secret: intent.clientSecret },
    },
  };
}

function create(text: string, intents: Map<string, Intent>): { status: number; body: unknown } {
  const input = parsed(text);
  const errors = faultsOf(input);
  if (errors.length > 0) return { status: 422, body: { errors } };
  const id = `pi_${intents.size + 1}x${Math.random().toString(36).slice(2)}`;
  const intent = {
    amount: input["amount"] as number,
    currency: (input["currency"] as string).toLowerCase(),
    clientSecret: `${id}_secret_${Math.random().toString(36).slice(2)}`,
  };
  intents.set(id, intent);
  const now = new Date().toISOString();
  const body = {
    id,
    label: "payment_intent",
    ...intent,
    description: input["description"] ?? null,
    metadata: input["metadata"] ?? {},
    accountId: "acct_stub",
    liveMode: false,
    createdAt: now,
    updatedAt: now,
  };
  return { status: 200, body };
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function faultsOf(input: Record<string, unknown>): { rule: string; field: string; message: string }[] {
  const types = { amount: "number", currency: "string" } as const;
  const optional = { description: "string", metadata: "object" } as const;
  const missing = Object.keys(types).filter((field) => input[field] === undefined);
  const mistyped = Object.entries({ ...types, ...optional }).filter(
    ([field, type]) =>
      input[field] !== undefined && (typeof input[field] !== type || Array.isArray(input[field])),
  );
  const odd = [
    ...(typeof input["amount"] === "number" && !Number.isInteger(input["amount"]) ? ["amount"] : []),
    ...(typeof input["currency"] === "string" && !/^[a-z]{3}$/i.test(input["currency"]) ? ["currency"] : []),
  ];
  return [
    ...odd.map((field) => ({ rule: "format", field, message: "format validation failed" })),
    ...missing.map((field) => ({ rule: "required", field, message: "required validation failed" })),
    ...mistyped.map(([field, type]) => ({ rule: type, field, message: `${type} validation failed` })),
  ];
}
