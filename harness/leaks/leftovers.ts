import { type Exchange, readBody } from "../http/answer.ts";
import type { PortAnswer, PortCall } from "../ports.ts";
import type { Keys } from "../profile/types.ts";
import type { Leftover } from "../results.ts";

type Kind = Leftover["kind"];

/** One line of the journal of what a run made and undid. */
export type JournalEntry =
  | { readonly did: "created"; readonly kind: Kind; readonly id: string; readonly key: string | null }
  | { readonly did: "deleted"; readonly kind: Kind; readonly id: string };

export type Journal = (entry: JournalEntry) => void;

/** Knows what the run made that can be undone, and what of it is still there. */
export class Leftovers {
  readonly #left = new Map<string, Leftover>();
  readonly #keys: Keys;
  readonly #journal: Journal | undefined;

  constructor(options: { keys: Keys; journal?: Journal | undefined }) {
    this.#keys = options.keys;
    this.#journal = options.journal;
  }

  /** Test clocks: routes of the contract, so every exchange tells. */
  see(exchange: Exchange): void {
    const { operation, answer } = exchange;
    if (operation === null || answer === null) return;
    if (operation === "deleteTestClock") {
      const id = decodeURIComponent(exchange.request.url.pathname.split("/").at(-1) ?? "");
      if (answer.status < 300 || answer.status === 404) this.#deleted("test clock", id);
      else this.#failed("test clock", id, `its deletion answered ${answer.status}`);
    } else this.#created("test clock", clockMadeBy(exchange), exchange);
  }

  /** Webhook endpoints: ports, whose answers only the profile can read. */
  seePort(name: string, call: PortCall, answer: PortAnswer): void {
    const exchange = answer.answer.exchange;
    if (name === "registerWebhookEndpoint" && answer.answer.succeeded) {
      this.#created("webhook endpoint", answer.output("endpointId"), exchange);
    } else if (name === "deleteWebhookEndpoint") {
      const id = call.inputs?.["endpointId"];
      if (typeof id !== "string") return;
      const { status } = answer.answer;
      if (answer.answer.succeeded || status === 404) this.#deleted("webhook endpoint", id);
      else this.#failed("webhook endpoint", id, `its deletion answered ${status}`);
    }
  }

  has(kind: Kind, id: string): boolean {
    return this.#left.has(`${kind} ${id}`);
  }

  list(redact: (text: string) => string = (text) => text): readonly Leftover[] {
    return [...this.#left.values()].map((left) => ({ ...left, id: redact(left.id) }));
  }

  #created(kind: Kind, id: unknown, exchange: Exchange): void {
    if (typeof id !== "string" || id === "") return;
    const key = this.#roleOf(exchange);
    this.#left.set(`${kind} ${id}`, { kind, id, key, why: null });
    this.#journal?.({ did: "created", kind, id, key });
  }

  #deleted(kind: Kind, id: string): void {
    if (this.#left.delete(`${kind} ${id}`)) this.#journal?.({ did: "deleted", kind, id });
  }

  #failed(kind: Kind, id: string, why: string): void {
    const left = this.#left.get(`${kind} ${id}`);
    if (left !== undefined) this.#left.set(`${kind} ${id}`, { ...left, why });
  }

  #roleOf(exchange: Exchange): string | null {
    const sent = exchange.request.headers.find(([name]) => name.toLowerCase() === "authorization")?.[1];
    return Object.entries(this.#keys).find(([, key]) => sent === `Bearer ${key}`)?.[0] ?? null;
  }
}

/** Id of the test clock that an exchange made, or undefined. */
export function clockMadeBy({ operation, answer }: Exchange): string | undefined {
  if (answer === null || answer.status >= 300) return undefined;
  const path =
    operation === "createTestClock" ? ["id"] : operation === "simulateTestClock" ? ["testClock", "id"] : null;
  if (path === null) return undefined;
  const read = readBody(answer.body);
  let value: unknown = read.kind === "json" ? read.value : null;
  for (const name of path) value = (value as Record<string, unknown> | null | undefined)?.[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}
