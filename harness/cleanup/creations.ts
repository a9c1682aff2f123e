import type { Exchange } from "../http/answer.ts";
import { readBody } from "../http/body.ts";
import type { PortAnswer, PortCall } from "../ports.ts";
import type { Keys } from "../profile/types.ts";
import { keyOf, type WireRequest } from "../http/wire.ts";
import type { RemainingObject } from "../results.ts";
import { type CleanupLog, type CleanupLogEntry, NAMELESS, Remaining } from "./remaining.ts";

type Kind = RemainingObject["kind"];

/** A creation request that has no answer yet. */
export interface PendingCreation {
  readonly kind: Kind;
  readonly name: string;
  readonly ref: string;
}

/** Tracks the deletable objects that the run creates, and which of them remain on the target. */
export class Creations {
  readonly #remaining = new Remaining();
  readonly #keys: Keys;
  readonly #log: CleanupLog | undefined;
  #creations = 0;

  constructor(options: { keys: Keys; log?: CleanupLog | undefined }) {
    this.#keys = options.keys;
    this.#log = options.log;
  }

  /** Call this before a request is sent. Null if it creates nothing that can be deleted. */
  beforeRequest(operation: string | null, request: WireRequest): PendingCreation | null {
    if (operation !== "createTestClock" && operation !== "simulateTestClock") return null;
    const body = request.body === null ? null : readBody(request.body);
    const name = body?.kind === "json" ? (body.value as { name?: unknown } | null)?.name : null;
    return this.#creating("test clock", name, this.#roleOf(request));
  }

  /** Call this before a port is called. Null if it creates nothing that can be deleted. */
  beforePortCall(name: string, call: PortCall): PendingCreation | null {
    if (name !== "registerWebhookEndpoint") return null;
    const key = call.key === undefined ? this.#keys.test : call.key;
    return this.#creating("webhook endpoint", call.inputs?.["url"], this.#roleOfKey(key ?? null));
  }

  /** Call this if an answer arrived or nothing was sent; otherwise the target may have created the object. */
  settle(creation: PendingCreation | null): void {
    if (creation === null) return;
    const { kind, name, ref } = creation;
    this.#note({ did: "answered", kind, id: name, ref });
  }

  /** Call this with every exchange: routes of the contract create and delete test clocks. */
  observe(exchange: Exchange): void {
    const { operation, answer } = exchange;
    if (operation === null || answer === null) return;
    if (operation === "deleteTestClock") {
      const id = decodeURIComponent(exchange.request.url.pathname.split("/").at(-1) ?? "");
      if (answer.status < 300 || answer.status === 404) this.#deleted("test clock", id);
      else this.#remaining.explain("test clock", id, `its deletion answered ${answer.status}`);
    } else this.#created("test clock", createdClock(exchange), exchange);
  }

  /** Call this with every port call: ports create webhook endpoints, and only the profile describes their answers. */
  observePort(name: string, call: PortCall, answer: PortAnswer): void {
    const exchange = answer.answer.exchange;
    if (name === "registerWebhookEndpoint" && answer.answer.succeeded) {
      this.#created("webhook endpoint", answer.output("endpointId"), exchange);
    } else if (name === "deleteWebhookEndpoint") {
      const id = call.inputs?.["endpointId"];
      if (typeof id !== "string") return;
      const { status } = answer.answer;
      if (answer.answer.succeeded || status === 404) this.#deleted("webhook endpoint", id);
      else this.#remaining.explain("webhook endpoint", id, `its deletion answered ${status}`);
    }
  }

  has(kind: Kind, id: string): boolean {
    return this.#remaining.has(kind, id);
  }

  remaining(redact: (text: string) => string = (text) => text): readonly RemainingObject[] {
    return this.#remaining.list().map((left) => ({ ...left, id: redact(left.id) }));
  }

  #creating(kind: Kind, name: unknown, key: string | null): PendingCreation {
    this.#creations += 1;
    const id = typeof name === "string" && name !== "" ? name : NAMELESS;
    const ref = `${process.pid}-${Date.now().toString(36)}-${this.#creations}`;
    this.#note({ did: "creating", kind, id, key, ref });
    return { kind, name: id, ref };
  }

  #created(kind: Kind, id: unknown, { request }: Exchange): void {
    if (typeof id !== "string" || id === "") return;
    this.#note({ did: "created", kind, id, key: this.#roleOf(request) });
  }

  #deleted(kind: Kind, id: string): void {
    if (this.#remaining.has(kind, id)) this.#note({ did: "deleted", kind, id });
  }

  #note(entry: CleanupLogEntry): void {
    this.#remaining.note(entry);
    this.#log?.(entry);
  }

  #roleOf(request: WireRequest): string | null {
    return this.#roleOfKey(keyOf(request));
  }

  #roleOfKey(key: string | null): string | null {
    return Object.entries(this.#keys).find(([, own]) => own === key)?.[0] ?? null;
  }
}

/** Id of the test clock that an exchange created, or undefined. */
export function createdClock({ operation, answer }: Exchange): string | undefined {
  if (answer === null || answer.status >= 300) return undefined;
  const path =
    operation === "createTestClock" ? ["id"] : operation === "simulateTestClock" ? ["testClock", "id"] : null;
  if (path === null) return undefined;
  const read = readBody(answer.body);
  let value: unknown = read.kind === "json" ? read.value : null;
  for (const name of path) value = (value as Record<string, unknown> | null | undefined)?.[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}
