import { contractOperations } from "../../harness/contract.ts";
import type { Exchange } from "../../harness/http/answer.ts";
import { readBody } from "../../harness/event.ts";
import { keyOf, type WireRequest } from "../../harness/http/wire.ts";
import { resources } from "../../spec/index.ts";
import { isObject } from "../../spec/json.ts";
import { type Merchant, numberOf } from "../kit.ts";
import { type Kind, PORT_VALUES } from "./acts.ts";

/** An object that an exploration has made or been shown. */
export interface Known {
  readonly kind: Kind;
  readonly id: string;
  /** The account that it was shown to first. */
  readonly owner: 0 | 1;
  /** What it was made from or for: the ids of known objects. */
  readonly links: ReadonlySet<string>;
  /** Its status as last shown; empty if none was. */
  status: string;
  /** What last changed it, newest first: features that meet. */
  acts: readonly string[];
  amount: number;
  /** How much of the amount was taken back. */
  taken: number;
  /** The time of a clock. */
  time: string;
}

/** How many of the acts that changed an object are distinguished. */
const ACTS = 2;

/** What an exploration knows of its two accounts and their objects. */
export class World {
  readonly actors: readonly [Merchant, ...Merchant[]];
  readonly #known = new Map<string, Known>();

  constructor(actors: World["actors"]) {
    this.actors = actors;
    actors.forEach(({ accountId }, index) => this.learn("account", accountId, index === 0 ? 0 : 1));
  }

  find(id: string): Known | undefined {
    return this.#known.get(id);
  }

  all(): readonly Known[] {
    return [...this.#known.values()];
  }

  /** The objects of a kind of an account, newest first. */
  of(kind: Kind, owner: 0 | 1): readonly Known[] {
    return [...this.#known.values()].filter((one) => one.kind === kind && one.owner === owner).reverse();
  }

  learn(kind: Kind, id: unknown, owner: 0 | 1, links: readonly Known[] = []): void {
    if (typeof id !== "string" || id === "" || this.#known.has(id)) return;
    const all = new Set(links.flatMap((one) => [one.id, ...one.links]));
    this.#known.set(id, {
      kind,
      id,
      owner,
      links: all,
      status: "",
      acts: [],
      amount: Number.NaN,
      taken: 0,
      time: "",
    });
  }

  /** Learns from an answer to an operation of the contract. */
  observe({ operation, request, answer }: Exchange): void {
    if (answer === null || answer.status >= 300 || operation === null) return;
    const read = readBody(answer.body);
    const owner = this.#ownerOf(request);
    if (read.kind !== "json" || owner === null) return;
    const links = this.namedIn(request);
    for (const { name, id: idName = "id", answers = {} } of resources) {
      const place = answers[operation];
      if (place === undefined) continue;
      const shown = place.at === undefined ? read.value : member(read.value, place.at);
      const list =
        place.each === undefined
          ? [shown]
          : place.each === "*"
            ? [shown, ...values(shown)].flat()
            : [member(shown, place.each)].flat();
      for (const object of list) {
        if (!isObject(object)) continue;
        const id = object[idName];
        if (place.creates === true) this.learn(name as Kind, id, owner, links);
        this.#show(typeof id === "string" ? this.#known.get(id) : undefined, object);
      }
    }
    if (operation === "createAllocationReversal")
      for (const one of links) one.taken = numberOf(member(read.value, "reversed_total"));
    if (operation === "deleteTestClock") for (const one of links) one.status = "deleted";
  }

  /** Learns from the outputs of a port, by their names. */
  observePort(outputs: Readonly<Record<string, unknown>>, owner: 0 | 1, links: readonly Known[]): void {
    for (const [name, value] of Object.entries(outputs)) {
      const kind = PORT_VALUES[name];
      if (kind !== undefined) this.learn(kind, value, owner, links);
    }
    if (typeof outputs["status"] === "string")
      for (const one of links.slice(0, 1)) one.status = outputs["status"];
  }

  /** Learns of invoices, which only events and lists of them show. */
  observeEvent(bytes: Uint8Array): void {
    const read = readBody(bytes);
    const data = read.kind === "json" ? member(read.value, "data") : undefined;
    const subject = [member(data, "subscriptionId"), member(data, "customerId")]
      .map((id) => (typeof id === "string" ? this.#known.get(id) : undefined))
      .find((one) => one !== undefined);
    if (subject !== undefined) this.learn("invoice", member(data, "invoiceId"), subject.owner, [subject]);
  }

  /** The known objects that a request names. */
  namedIn(request: Pick<WireRequest, "url" | "body">): readonly Known[] {
    const texts = [...request.url.pathname.split("/"), ...request.url.searchParams.values()];
    const read = request.body === null ? null : readBody(request.body);
    if (read?.kind === "json") texts.push(...textsIn(read.value));
    return [...new Set(texts)]
      .flatMap((text) => this.#known.get(text) ?? [])
      .filter(({ kind }) => kind !== "account");
  }

  /** Notes that an act has changed objects, and those that they belong to. */
  changed(named: readonly Known[], act: string): void {
    for (const id of new Set(named.flatMap((one) => [one.id, ...one.links]))) {
      const one = this.#known.get(id);
      if (one !== undefined) one.acts = [act, ...one.acts.filter((other) => other !== act)].slice(0, ACTS);
    }
  }

  #show(known: Known | undefined, object: Readonly<Record<string, unknown>>): void {
    if (known === undefined) return;
    if (typeof object["status"] === "string") known.status = object["status"];
    if (typeof object["amount"] === "number") known.amount = object["amount"];
    if (typeof object["frozenTime"] === "string") known.time = object["frozenTime"];
  }

  #ownerOf(request: WireRequest): 0 | 1 | null {
    const key = keyOf(request);
    const index = this.actors.findIndex(({ testKey, liveKey }) => key === testKey || key === liveKey);
    return index === 0 || index === 1 ? index : null;
  }
}

/** What distinguishes an object: its status, how much of it was taken back, and what last changed it. */
export function stateOf({ kind, status, amount, taken, acts }: Known): string {
  const share = taken === 0 ? "" : taken < amount ? "taken in part" : "taken";
  return [kind, status, share, ...acts].filter((part) => part !== "").join(" ");
}

/** The operations that read an object of a kind alone or in a list, by what the contract shows in their answers. */
export function readersOf(kind: Kind): readonly string[] {
  const ofKind = resources
    .filter(({ name }) => name === kind)
    .flatMap(({ answers = {} }) => Object.keys(answers));
  const own = ofKind.filter((id) => contractOperations.get(id)?.method === "GET");
  return kind === "vendor"
    ? [...own, "listAccountTransactions"]
    : kind === "subscription"
      ? ["retrieveSubscription"]
      : own;
}

const member = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined);
const values = (value: unknown): readonly unknown[] => (isObject(value) ? Object.values(value) : []);

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return Array.isArray(value) || isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}
