import { contractOperations, type Operation } from "../../harness/contract.ts";
import { controlOperations } from "../../harness/control.ts";
import { control, openapi, operationRows, type OperationName, ports, resources } from "../../spec/index.ts";
import { documentedOperations, isObject, resolve } from "../../spec/json.ts";
import type { Profile } from "../kit.ts";
import { REQUESTS } from "../requests.ts";
import type { RequestSubject } from "../subjects.ts";

/** What an id names. Those of the contract's resources have the names of `spec/resources.yaml`. */
export type Kind =
  | "account"
  | "allocation"
  | "charge"
  | "checkout session"
  | "customer"
  | "disbursement"
  | "intent"
  | "invoice"
  | "price"
  | "remittance"
  | "reversal"
  | "subscription"
  | "test clock"
  | "vendor";

/** A value of a body, or of a port's inputs, that can be replaced. */
export interface Leaf {
  /** A member of the body. */
  readonly name: string;
  readonly type: "amount" | "currency" | "duration" | "text" | "time" | "flag" | "word" | "words" | "object";
  /** The documented words of type "word" and "words". */
  readonly words?: readonly unknown[];
  readonly required: boolean;
}

/** Something that a step of an exploration can do. */
export interface Act {
  /** The id of the operation or the name of the port; of control with `control.` before it. */
  readonly name: string;
  readonly via: "operation" | "port" | "control";
  readonly reads: boolean;
  /** What the values that it needs name. */
  readonly names: Readonly<Record<string, Kind>>;
  readonly leaves: readonly Leaf[];
  /** Its query parameters, with their documented values. */
  readonly query: Readonly<Record<string, readonly string[]>>;
}

/** What the values of the subjects name; a subject without values is absent. */
const VALUES: Readonly<Partial<Record<RequestSubject, Readonly<Record<string, Kind>>>>> = {
  account: { accountId: "account" },
  allocation: { allocationId: "allocation" },
  clock: { id: "test clock" },
  "clock-to-attach": { id: "test clock", subscriptionId: "subscription", customerId: "customer" },
  customer: { customerId: "customer", priceId: "price" },
  disbursement: { id: "disbursement" },
  intent: { id: "intent" },
  "issued-invoice": { invoiceId: "invoice" },
  "new-subscription": { subscriptionId: "subscription" },
  "paused-subscription": { subscriptionId: "subscription" },
  "possible-subscription": { subscriptionId: "subscription" },
  "readable-vendor": { acct: "vendor" },
  remittance: { id: "remittance" },
  session: { id: "checkout session" },
  "unpaid-subscription": { subscriptionId: "subscription" },
  vendor: { acct: "vendor" },
  wallet: { acct: "vendor" },
};

/** What the inputs and outputs of ports name. */
export const PORT_VALUES: Readonly<Record<string, Kind>> = {
  acct: "vendor",
  chargeId: "charge",
  customerId: "customer",
  invoiceId: "invoice",
  priceId: "price",
  subscriptionId: "subscription",
};

/** The operations of control that an exploration uses, and what the id in their path names. All others would end or blind it. */
const CONTROL: Readonly<Record<string, Kind | null>> = {
  activateConnect: null,
  changeSettings: null,
  completeTestClock: "test clock",
  createVendor: null,
  deleteVendor: "vendor",
  endSession: "checkout session",
  fundMarketplace: null,
  moveWallClock: null,
  setComplianceFile: "vendor",
  setNextDisbursementOutcome: null,
  setNextPaymentOutcome: null,
  setNextRemittanceOutcome: null,
  setPaymentIntentStatus: "intent",
  setPayoutMethod: "vendor",
  settleDisbursement: "disbursement",
  settleRemittance: "remittance",
  settleWithdrawal: "vendor",
};

/** Ports whose effect is not an object of the merchant's. */
const NOT_EXPLORED = new Set(["registerWebhookEndpoint", "deleteWebhookEndpoint", "createVendor"]);

/** The request parameters whose names only the profile knows, by operation, with values for them. */
const NAMED_BY_PROFILE: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  listAccounts: { "accounts-limit-parameter": ["1", "2", "3"] },
  listAccountTransactions: {
    "transactions-limit-parameter": ["1", "2", "3"],
    "transactions-page-parameter": ["1", "2", "3"],
  },
};

const SIZES = ["1", "2", "3", "10", "100"];

/** What can be done with a target. `controls`: the operations that its control offers. */
export function actsOf(profile: Profile, controls: ReadonlySet<string>): readonly Act[] {
  const isOffered = (name: string): boolean =>
    !profile.notOffered.includes(operationRows[name as OperationName]?.area ?? "");
  const inTable = (Object.keys(REQUESTS) as OperationName[]).filter(isOffered);
  const documented = inTable
    .filter((name) => contractOperations.has(name))
    .map((name) => ofContract(name, profile));
  const bound = ports.filter(({ name }) => profile.ports[name] !== undefined && isOffered(name));
  return [
    ...documented,
    ...bound
      .filter(({ name }) => !NOT_EXPLORED.has(name) && !documented.some((one) => one.name === name))
      .map(({ name }) => ofPort(name)),
    ...Object.entries(CONTROL)
      .filter(([name]) => controls.has(name))
      .map(([name, kind]) => ofControl(name, kind)),
  ];
}

/** Kinds of objects that have to do with each other. */
const THEMES = {
  marketplace: ["allocation", "charge", "reversal", "vendor"],
  billing: ["customer", "invoice", "price", "subscription", "test clock"],
  payments: ["checkout session", "disbursement", "intent", "remittance"],
} as const satisfies Readonly<Record<string, readonly Kind[]>>;

export type Theme = keyof typeof THEMES;

/**
 * Parts of the acts, and all of them. Few acts that are repeated often go further together than many.
 */
export function themes(acts: readonly Act[]): readonly (readonly Act[])[] {
  const parts = (Object.keys(THEMES) as Theme[]).map((theme) => actsOn(theme, acts));
  return [...parts.filter((part) => part.length > 0), acts];
}

/** The acts about objects that have to do with each other, and those about none. */
export function actsOn(theme: Theme, acts: readonly Act[]): readonly Act[] {
  const isAbout = (act: Act, kinds: readonly Kind[]): boolean =>
    kindsOf(act).some((kind) => kinds.some((one) => one === kind));
  return acts.filter(
    (act) => isAbout(act, THEMES[theme]) || !Object.values(THEMES).some((kinds) => isAbout(act, kinds)),
  );
}

function kindsOf({ name, names }: Act): readonly string[] {
  const shown = resources.filter(({ answers = {} }) => answers[name] !== undefined);
  const given = (ports.find((port) => port.name === name)?.outputs ?? []).map(
    (output) => PORT_VALUES[output.name] ?? "",
  );
  const control = /^control\.setNext(\w+)Outcome$/.exec(name)?.[1]?.toLowerCase();
  return [
    ...Object.values(names),
    ...shown.map((one) => one.name),
    ...given,
    ...(control === undefined ? [] : [control]),
  ];
}

function ofContract(name: OperationName, profile: Profile): Act {
  const operation = contractOperations.get(name);
  if (operation === undefined) throw new Error(`the contract has no operation ${name}`);
  const named = Object.entries(NAMED_BY_PROFILE[name] ?? {}).flatMap(([field, values]) => {
    const parameter = profile.fields[field];
    return parameter === undefined ? [] : [[parameter, values] as const];
  });
  return {
    name,
    via: "operation",
    reads: operation.method === "GET",
    names: VALUES[REQUESTS[name].given] ?? {},
    leaves: operation.request === null ? [] : leavesOf(openapi, operation.request),
    query: { ...queryOf(operation), ...Object.fromEntries(named) },
  };
}

function ofPort(name: string): Act {
  const port = ports.find((one) => one.name === name);
  const inputs = port?.inputs ?? [];
  const isId = (input: string): boolean => PORT_VALUES[input] !== undefined || input === "accountId";
  const request = REQUESTS[name as OperationName] as (typeof REQUESTS)[OperationName] | undefined;
  return {
    name,
    via: "port",
    reads: /^(?:list|retrieve)/.test(name),
    names:
      request === undefined
        ? Object.fromEntries(
            inputs.flatMap(({ name: input }) => (PORT_VALUES[input] ? [[input, PORT_VALUES[input]]] : [])),
          )
        : (VALUES[request.given] ?? {}),
    leaves: inputs
      .filter((input) => !isId(input.name))
      .map((input) => ({
        name: input.name,
        type: input.type === "number" ? "amount" : input.type === "boolean" ? "flag" : "text",
        required: input.required !== false && request === undefined,
      })),
    query: {},
  };
}

function ofControl(name: string, kind: Kind | null): Act {
  const schema = controlOperations.get(name)?.request ?? null;
  return {
    name: `control.${name}`,
    via: "control",
    reads: false,
    names: kind === null ? {} : { id: kind },
    leaves: schema === null ? [] : leavesOf(control, schema).flatMap(controllable),
    query: {},
  };
}

/** A member that control is given. It moves a clock by a duration, and never to a time. */
function controllable(leaf: Leaf): readonly Leaf[] {
  if (leaf.type === "object" || leaf.type === "time") return [];
  return [leaf.type === "duration" ? { ...leaf, required: true } : leaf];
}

/** The members that are times: their formats are open. */
const TIMES = new Set(["advanceTo", "frozenTime", "startFrom", "to"]);

type Schema = Readonly<Record<string, unknown>>;

/** The members of an object's schema. */
function leavesOf(document: unknown, schema: object): readonly Leaf[] {
  const { properties = {}, required = [] } = resolve(document, schema as Schema) as {
    properties?: Readonly<Record<string, Schema>>;
    required?: readonly string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    ...typeOf(document, name, property),
    required: required.includes(name),
  }));
}

function typeOf(document: unknown, name: string, schema: Schema): Pick<Leaf, "type" | "words"> {
  const { type, enum: words, items } = resolve(document, schema);
  const types = [type].flat();
  if (Array.isArray(words)) return { type: "word", words };
  if (isObject(items) && Array.isArray(items["enum"])) return { type: "words", words: items["enum"] };
  if (name.endsWith("Ms")) return { type: "duration" };
  if (name === "currency") return { type: "currency" };
  if (types.includes("number") || types.includes("integer")) return { type: "amount" };
  if (types.includes("boolean")) return { type: "flag" };
  if (types.includes("object") || types.includes("array")) return { type: "object" };
  return { type: TIMES.has(name) ? "time" : "text" };
}

function queryOf({ path, method }: Operation): Act["query"] {
  const found = documentedOperations(openapi).find((one) => one.path === path && one.method === method);
  const parameters = (found?.operation["parameters"] ?? []) as readonly Schema[];
  return Object.fromEntries(
    parameters.flatMap((parameter) => {
      const {
        name,
        in: place,
        schema,
      } = resolve(openapi, parameter) as { name: string; in: string; schema?: Schema };
      if (place !== "query") return [];
      const { enum: words } = resolve(openapi, schema ?? {});
      return [[name, Array.isArray(words) ? (words as string[]) : SIZES]];
    }),
  );
}
