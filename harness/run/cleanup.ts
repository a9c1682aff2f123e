import type { Exchange } from "../http/answer.ts";
import { readBody } from "../event.ts";
import { type PortAnswer, type PortCall, createPorts, type PortCaller } from "../ports.ts";
import type { Keys } from "../profile/types.ts";
import { keyOf, type WireRequest } from "../http/wire.ts";
import type { RemainingObject } from "../results.ts";
import { TransportFault } from "../verdicts.ts";
import { SETTLING_MS } from "../inbox/inbox.ts";
import { pause } from "../time.ts";

type Kind = RemainingObject["kind"];

/** A creation request that has no answer yet. */
interface PendingCreation {
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

/** One line of the clean-up log: what a run created and deleted. */
export type CleanupLogEntry =
  /** Written before the request is sent, so the object is known even if the process is killed. `id`: the requested name. */
  | {
      readonly did: "creating";
      readonly kind: Kind;
      readonly id: string;
      readonly key: string | null;
      readonly ref: string;
    }
  | { readonly did: "answered"; readonly kind: Kind; readonly id: string; readonly ref: string }
  | { readonly did: "created"; readonly kind: Kind; readonly id: string; readonly key: string | null }
  | { readonly did: "deleted"; readonly kind: Kind; readonly id: string };

export type CleanupLog = (entry: CleanupLogEntry) => void;

const UNANSWERED = "the request that created it got no response";

/** Replaces the name of an object that was requested without one. */
export const NAMELESS = "(without a name)";

/** The objects of a clean-up log that were not deleted. */
export class Remaining {
  readonly #objects = new Map<string, RemainingObject>();

  note(entry: CleanupLogEntry): void {
    const { kind, id } = entry;
    if (entry.did === "deleted") this.#objects.delete(`${kind} ${id}`);
    else if (entry.did === "answered") this.#objects.delete(`creating ${entry.ref}`);
    else if (entry.did === "created")
      this.#objects.set(`${kind} ${id}`, { kind, id, key: entry.key, why: null });
    else
      this.#objects.set(`creating ${entry.ref}`, {
        kind,
        id,
        key: entry.key,
        why: UNANSWERED,
        unanswered: true,
      });
  }

  has(kind: Kind, id: string): boolean {
    return this.#objects.has(`${kind} ${id}`);
  }

  explain(kind: Kind, id: string, why: string): void {
    const left = this.#objects.get(`${kind} ${id}`);
    if (left !== undefined) this.#objects.set(`${kind} ${id}`, { ...left, why });
  }

  list(): readonly RemainingObject[] {
    return [...this.#objects.values()];
  }
}

/** Ports whose calls are tracked in `creations`. */
export function trackedPorts(
  { creations, signal }: { readonly creations: Creations; readonly signal: AbortSignal },
  options: Parameters<typeof createPorts>[0],
): PortCaller {
  const ports = createPorts(options);
  return {
    ...ports,
    call: async (name, call = {}) => {
      const creation = signal.aborted ? null : creations.beforePortCall(name, call);
      try {
        const answer = await ports.call(name, call);
        creations.observePort(name, call, answer);
        creations.settle(creation);
        return answer;
      } catch (error) {
        const isUnanswered = error instanceof TransportFault && error.kind !== "refused";
        if (!isUnanswered) creations.settle(creation);
        throw error;
      }
    },
  };
}

/** An execution that has ended. */
interface Ended {
  readonly reliance: { readonly onIdle: boolean };
  readonly cleanUp: () => Promise<unknown>;
}

/**
 * Delays the clean-up of checks that relied on the target's report that it is idle. They keep listening for a settling time, to
 * notice an event that arrives after the report.
 */
export class DelayedCleanup {
  readonly #inProgress = new Set<Promise<void>>();

  /**
   * Cleans up after an execution and calls `onEnd`: immediately, or in the background if it relied on a report, after the settling time or
   * as soon as the run is interrupted.
   */
  async after(
    execution: Ended,
    { signal, onEnd }: { signal: AbortSignal; onEnd: () => void },
  ): Promise<void> {
    const { reliance, cleanUp } = execution;
    if (!reliance.onIdle) {
      await cleanUp();
      return onEnd();
    }
    const ending = pause(SETTLING_MS, signal)
      .then(cleanUp)
      .then(onEnd)
      .finally(() => this.#inProgress.delete(ending));
    this.#inProgress.add(ending);
  }

  /** Resolves when all delayed clean-up is done. */
  async ended(): Promise<void> {
    while (this.#inProgress.size > 0) await Promise.all(this.#inProgress);
  }
}
