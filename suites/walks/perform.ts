import {
  type Answer,
  type Check,
  Inconclusive,
  NeedMissing,
  textOf,
  TransportFault,
  Violation,
} from "../kit.ts";
import { controlOperations } from "../../harness/control.ts";
import { type OperationName, ports } from "../../spec/index.ts";
import { isObject } from "../../spec/json.ts";
import { givenCharge } from "../fixtures/charges.ts";
import { REQUESTS, request } from "../requests.ts";
import { SUBJECTS } from "../subjects.ts";
import type { Act, Kind } from "./acts.ts";
import type { Choice, Step, Value } from "./steps.ts";
import { type Known, readersOf, stateOf, type World } from "./world.ts";

/** What became of a step. */
export interface Done {
  readonly act: string;
  /** Null without an answer, and of control. */
  readonly status: number | null;
  readonly code: string;
  /** The states of what it named, before and after. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** A request with everything that a step left to be decided. */
interface Resolved {
  readonly act: Act;
  readonly step: Step;
  readonly values: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
  readonly idempotencyKey: string;
}

/** What is made where a step names an object and there is none. */
const MADE: Readonly<Partial<Record<Kind, keyof typeof SUBJECTS>>> = {
  allocation: "allocation",
  "checkout session": "session",
  customer: "customer",
  disbursement: "disbursement",
  intent: "intent",
  remittance: "remittance",
  subscription: "new-subscription",
  "test clock": "clock",
  vendor: "vendor",
};

/** The most pages of a list that are read in a row. */
const PAGES = 4;

/** Performs steps. Its world learns from the answers. */
export class Performer {
  readonly #check: Check;
  readonly #world: World;
  readonly #acts: ReadonlyMap<string, Act>;
  readonly #sent: Resolved[] = [];
  readonly #named: string;
  #keys = 0;
  /** Objects are read on each of their routes in turn. */
  #looks = 0;

  /** `named`: part of the idempotency keys. */
  constructor(options: {
    readonly check: Check;
    readonly world: World;
    readonly acts: readonly Act[];
    readonly named: string;
  }) {
    this.#check = observed(options.check, options.world);
    this.#world = options.world;
    this.#acts = new Map(options.acts.map((act) => [act.name, act]));
    this.#named = options.named;
  }

  /** Null if it cannot be done here: the target does not offer it, or what it names cannot be made. */
  async perform(step: Step): Promise<Done | null> {
    const act = this.#acts.get(step.act);
    if (act === undefined) return null;
    try {
      const resolved = await this.#resolve(act, step);
      if (resolved === null) return null;
      const done = await this.#done(resolved);
      for (const id of this.#idsOf(resolved)) await this.#look(id, step);
      return done;
    } catch (error) {
      // What a fixture of the suite did not expect is for the rules that judge all traffic.
      if (isExpected(error)) return null;
      throw error;
    }
  }

  async #done(resolved: Resolved): Promise<Done> {
    const { act } = resolved;
    const named = (): readonly Known[] => this.#idsOf(resolved).flatMap((id) => this.#world.find(id) ?? []);
    const before = named().map(stateOf);
    const answer = await this.#send(resolved);
    if (!act.reads && (answer === null || answer.succeeded)) this.#world.changed(named(), act.name);
    return {
      act: act.name,
      status: answer?.status ?? null,
      code: codeOf(answer),
      before,
      after: named().map(stateOf),
    };
  }

  #idsOf({ values }: Resolved): readonly string[] {
    return Object.values(values).filter((value) => typeof value === "string");
  }

  async #resolve(act: Act, step: Step): Promise<Resolved | null> {
    const { again } = step;
    const earlier =
      again === null ? undefined : this.#sent.at(-1 - (again.back % Math.max(1, this.#sent.length)));
    if (earlier !== undefined && again?.what === "request") return earlier;
    const values: Record<string, unknown> = {};
    for (const [name, kind] of Object.entries(act.names)) {
      const choice = step.names[name] ?? { whose: "own", back: 0 };
      const id = await this.#idOf(kind, choice, step.by);
      if (id === null) return null;
      values[name] = id;
    }
    const named = Object.values(values).flatMap((id) => this.#world.find(textOf(id)) ?? []);
    const body = Object.fromEntries(
      Object.entries(step.body).map(([name, value]) => [name, valueOf(value, named)]),
    );
    this.#keys += 1;
    const idempotencyKey = earlier?.idempotencyKey ?? `${this.#named}-${this.#keys}`;
    const resolved = { act, step, values, body, idempotencyKey };
    if (!act.reads && act.via === "operation") this.#sent.push(resolved);
    return resolved;
  }

  /** An object of the choice, which is made if there is none; null if it cannot be. */
  async #idOf(kind: Kind, choice: Choice, by: 0 | 1): Promise<string | null> {
    if ("id" in choice) return choice.id;
    const owner = choice.whose === "own" ? by : by === 0 ? 1 : 0;
    const known = this.#world.of(kind, owner);
    const [found] = known.slice(choice.back % Math.max(1, known.length));
    if (found !== undefined) return found.id;
    const merchant = this.#world.actors[owner];
    if (kind === "charge" && merchant !== undefined) {
      const acct = await this.#idOf("vendor", { whose: "own", back: 0 }, owner);
      return acct === null ? null : (await givenCharge(this.#check, { acct, merchant })).id;
    }
    const subject = MADE[kind];
    if (subject === undefined) return null;
    const made = await SUBJECTS[subject](this.#check, merchant?.own === true ? merchant : undefined);
    const { id, acct, allocationId, subscriptionId, customerId, priceId } = made.values;
    const name = id ?? acct ?? allocationId ?? subscriptionId ?? customerId;
    this.#world.learn(kind, name, owner);
    this.#world.learn("price", priceId, owner);
    return typeof name === "string" ? name : null;
  }

  async #send({ act, step, values, body, idempotencyKey }: Resolved): Promise<Answer | null> {
    const merchant = this.#world.actors[step.by];
    if (merchant === undefined) return null;
    if (act.via === "control") {
      const { accountId } = merchant;
      const path = { accountId, ...(typeof values["id"] === "string" ? { id: values["id"] } : {}) };
      const name = act.name.replace("control.", "");
      const hasBody = controlOperations.get(name)?.request != null;
      await this.#check.control.call(name, { path, ...(hasBody ? { json: body } : {}) });
      return null;
    }
    const key = step.key === "live" ? merchant.liveKey : step.key === "none" ? null : merchant.testKey;
    const headers = act.reads ? {} : { "Idempotency-Key": idempotencyKey };
    if (act.via === "port") return this.#callPort(act, { values, body, headers, key });
    const extra = Object.keys(body).length === 0 ? {} : { extra: body };
    const schedule = { cadence: "daily", enabled: false };
    const send = async (query: Readonly<Record<string, string>>): Promise<Answer> => {
      const answer = await request(this.#check, act.name as OperationName, {
        subject: { merchant, values: { schedule, ...values } },
        oddity: { key, headers, query, ...extra },
      });
      this.#world.observe(answer.exchange);
      return answer;
    };
    const first = await send(step.query);
    await this.#nextPages(act, step, { first, send });
    return first;
  }

  async #callPort(
    act: Act,
    sent: Pick<Resolved, "values" | "body"> & {
      readonly headers: Readonly<Record<string, string>>;
      readonly key: string | null;
    },
  ): Promise<Answer> {
    const { values, body, headers, key } = sent;
    const { body: usualOf } = Object.hasOwn(REQUESTS, act.name) ? REQUESTS[act.name as OperationName] : {};
    const usual = usualOf?.(values, this.#check) ?? values;
    const isInput = ([name]: readonly [string, unknown]): boolean =>
      act.leaves.some((leaf) => leaf.name === name);
    const inputs = { ...usual, ...Object.fromEntries(Object.entries(body).filter(isInput)) };
    const others = Object.entries(body).filter((one) => !isInput(one));
    const extra = others.length === 0 ? {} : { extra: Object.fromEntries(others) };
    return (await this.#check.ports.call(act.name, { inputs, ...extra, headers, key })).answer;
  }

  /** Reads the pages of a list that follow one. */
  async #nextPages(
    act: Act,
    step: Step,
    {
      first,
      send,
    }: {
      readonly first: Answer;
      readonly send: (query: Readonly<Record<string, string>>) => Promise<Answer>;
    },
  ): Promise<void> {
    const { fields } = this.#check.profile;
    const cursorName = act.name === "listAccounts" ? fields["accounts-cursor-parameter"] : undefined;
    const pageName =
      act.name === "listRemittances"
        ? "page"
        : act.name === "listAccountTransactions"
          ? fields["transactions-page-parameter"]
          : undefined;
    if (Object.keys(step.query).length === 0) return;
    let last = first;
    for (let page = 2; page <= PAGES && last.succeeded; page += 1) {
      const body = last.read.kind === "json" && isObject(last.read.value) ? last.read.value : {};
      const cursor = body["next_cursor"];
      if (cursorName !== undefined && typeof cursor === "string")
        last = await send({ ...step.query, [cursorName]: cursor });
      else if (pageName !== undefined && Array.isArray(body["data"]) && body["data"].length > 0)
        last = await send({ ...step.query, [pageName]: textOf(page) });
      else return;
    }
  }

  /** Reads everything that is known on each of its routes, as its owner: what should have stayed as it was is seen once more. */
  async readAll(): Promise<void> {
    const read = new Set<string>();
    for (const known of this.#world.all())
      for (const name of readersOf(known.kind)) {
        const reader = this.#acts.get(name);
        if (reader === undefined || this.#check.signal.aborted) continue;
        const what = `${name} ${Object.keys(reader.names).length === 0 ? known.owner : known.id}`;
        if (!read.has(what)) await this.#read(reader, known, known.owner);
        read.add(what);
      }
  }

  /** Reads an object, and what it belongs to, as its owner or as another account, which must not see it. */
  async #look(id: string, { reads, act }: Step): Promise<void> {
    const known = this.#world.find(id);
    if (known === undefined || reads === "nobody" || this.#acts.get(act)?.reads === true) return;
    const concerned = [known, ...[...known.links].flatMap((link) => this.#world.find(link) ?? [])];
    for (const one of concerned)
      for (const by of reads === "both" ? ([0, 1] as const) : [one.owner]) {
        const readers = readersOf(one.kind).flatMap((name) => this.#acts.get(name) ?? []);
        const reader = readers[this.#looks % Math.max(1, readers.length)];
        this.#looks += 1;
        if (reader !== undefined) await this.#read(reader, one, by);
      }
  }

  async #read(act: Act, { id }: Known, by: 0 | 1): Promise<void> {
    const values = Object.fromEntries(Object.keys(act.names).map((name) => [name, id]));
    const step: Step = {
      act: act.name,
      by,
      key: "test",
      names: {},
      body: {},
      query: {},
      again: null,
      reads: "nobody",
      isTogether: false,
    };
    try {
      await this.#send({ act, step, values, body: {}, idempotencyKey: "" });
    } catch (error) {
      if (!isExpected(error)) throw error;
    }
  }
}

const isExpected = (error: unknown): boolean =>
  error instanceof NeedMissing ||
  error instanceof Inconclusive ||
  error instanceof Violation ||
  error instanceof TransportFault;

/** A check whose port calls a world learns from. */
function observed(check: Check, world: World): Check {
  const call: Check["ports"]["call"] = async (name, given) => {
    const made = await check.ports.call(name, given);
    const outputs = ports.find((port) => port.name === name)?.outputs ?? [];
    if (!made.answer.succeeded) return made;
    const key = given?.key;
    const owner = world.actors[1]?.testKey === key || world.actors[1]?.liveKey === key ? 1 : 0;
    const links = world.namedIn(made.answer.exchange.request);
    world.observePort(
      Object.fromEntries(outputs.map((output) => [output.name, made.output(output.name)])),
      owner,
      links,
    );
    const invoices = made.output("invoices");
    if (Array.isArray(invoices))
      for (const one of invoices) if (isObject(one)) world.learn("invoice", one["id"], owner, links);
    return made;
  };
  return { ...check, ports: { ...check.ports, call } };
}

function codeOf(answer: Answer | null): string {
  if (answer?.read.kind !== "json" || !isObject(answer.read.value)) return "";
  const { code, errors } = answer.read.value;
  if (typeof code === "string") return code;
  const [first] = Array.isArray(errors) ? (errors as unknown[]) : [];
  return isObject(first) ? `${textOf(first["field"])} ${textOf(first["rule"])}` : "";
}

function valueOf(value: Value, named: readonly Known[]): unknown {
  if ("beyond" in value) {
    const amount = named.find((one) => !Number.isNaN(one.amount));
    return Math.max(0, (amount?.amount ?? 5_000) - (amount?.taken ?? 0) + value.beyond);
  }
  if (!("after" in value)) return value.is;
  const clock = named.find((one) => one.time !== "")?.time ?? "";
  const from = Number.isNaN(Date.parse(clock)) ? Date.now() : Date.parse(clock);
  return new Date(from + value.after * 1_000).toISOString();
}
