import * as fc from "fast-check";
import type { Api } from "../../harness/api.ts";
import type { Check } from "../../harness/check.ts";
import type { Answer } from "../../harness/http/answer.ts";
import type { RequestParts } from "../../harness/http/client.ts";
import type { Merchant } from "../../harness/merchant.ts";
import type { Property } from "../../harness/property.ts";
import { type RuleCheck, rule } from "../../harness/rule.ts";
import type { RuleId } from "../../spec/generated/rule-ids.ts";
import { memberOf } from "./reading.ts";
import { expectRefusal, ifAccepted, isRefusal } from "./refusals.ts";
import { type DeclaredType, OTHER_TYPES, valuesOfOtherType } from "../fixtures/values.ts";

/** One parameter of a creation: dotted path, declared type, and whether the document lists it as required. */
export interface Parameter {
  readonly path: string;
  readonly type: DeclaredType;
  readonly required?: boolean;
  /** An optional parameter that refers to this one's value: it is left out while this one is invalid. */
  readonly apart?: string;
  /** It determines the owner: a wrong value may be refused as a missing permission, before or instead of its form. */
  readonly identity?: boolean;
}

/** Used instead of the key of the client. */
type Credential = Pick<RequestParts, "authorization">;

/** Objects that a merchant creates and retrieves by their ids. */
export interface Resource<Body = unknown> {
  /** "a payment intent" */
  readonly what: string;
  /** What its ids begin with. */
  readonly prefix: string;
  /** Its creation in the contract. */
  readonly operation: string;
  /** Its retrieval in the contract. */
  readonly retrieval: string;
  /** Whether a documented list shows its objects. */
  readonly listed?: boolean;
  /** A body that the target accepts, with every documented parameter, for the default merchant or another one. */
  readonly body: (check: Check, merchant?: Merchant) => Promise<object> | object;
  readonly send: (api: Api, body: unknown, credential?: Credential) => Promise<Answer<Body>>;
  readonly retrieve: (api: Api, id: string, credential?: Credential) => Promise<Answer<Body>>;
  /** Status of its validation refusals (§7.1). */
  readonly status: number;
  /** The parameters of its creation, which can be broken one at a time. */
  readonly parameters: readonly Parameter[];
}

/** Creates an ordinary object. */
export async function ordinaryObject(check: Check, { body, send }: Resource): Promise<Answer> {
  return send(check.api, await body(check));
}

/** The id of a new object. @throws Inconclusive when its creation is refused */
export async function createdId(check: Check, resource: Resource): Promise<string> {
  const created = check.succeeded(await ordinaryObject(check, resource)) as Answer<{ readonly id: string }>;
  return String(created.field("id"));
}

/** Creates objects of many shapes, and judges the answer to each creation that the target accepts. */
export async function eachAccepted<Request, Body>(
  check: Check,
  {
    send,
    judge,
    ...property
  }: Omit<Property<Request>, "holds"> & {
    readonly send: (request: Request) => Promise<Answer<Body>>;
    readonly judge: (
      created: Answer<Body>,
      request: Request,
      reach: (className: string) => void,
    ) => Promise<void> | void;
  },
): Promise<void> {
  await check.property({
    ...property,
    holds: async (request, reach) => {
      const created = ifAccepted(check, await send(request), reach);
      if (created !== null) await judge(created, request, reach);
    },
  });
}

/** One invalid parameter: left out, or with a value of another type; or several parameters that are left out. */
interface Fault {
  readonly paths: readonly string[];
  readonly kind: "missing" | "other type";
  readonly value?: unknown;
}

/** The same request with it and without it. */
export function refusesWithout(id: RuleId, creation: Resource, path: string): RuleCheck {
  return rule(id, async (check) => {
    const counterpart = await acceptedCounterpart(check, creation, path);
    expectRefusal(await creation.send(check.api, without(counterpart, path)), `a request without ${path}`);
  });
}

/**
 * The accepted request with that parameter replaced by values that cannot be converted to the type. For a required parameter,
 * null is such a value: read as absent, it is refused as well.
 */
export function refusesOtherType(id: RuleId, creation: Resource, path: string): RuleCheck {
  const parameter = creation.parameters.find((known) => known.path === path);
  if (parameter === undefined) throw new Error(`${creation.what} has no parameter ${path}`);
  return rule(id, async (check) => {
    const counterpart = await acceptedCounterpart(check, creation, path);
    await check.property({
      effort: 0.3,
      from: valuesOfOtherType(parameter.type),
      examples: [...(parameter.required === true ? [null] : []), ...OTHER_TYPES[parameter.type]],
      holds: async (value) => {
        const answer = await creation.send(check.api, withValue(counterpart, path, value));
        expectRefusal(answer, `${path}: ${JSON.stringify(value)}`);
      },
    });
  });
}

/** The areas with three rules on how validation refusals of their resource are reported (§7.1). */
type CreationArea = "checkout-sessions" | "disbursements" | "payment-intents" | "remittances";

/**
 * A validation refusal has the resource's status, carries `errors`, and names the parameter. Each parameter in turn is left out
 * or mistyped, with no other change; then all required ones are left out. The parameter's own rule judges a request that a target accepts.
 */
export function reportsRefusals(area: CreationArea, creation: Resource): readonly RuleCheck[] {
  return [
    rule(`${area}/validation-status`, { serves: ["conventions"] }, (check) =>
      judgeRefusals(check, creation, (answer, _fault, reach) => {
        check.expect(answer).toAnswer(creation.status);
        reach("refused");
      }),
    ),
    rule(`${area}/validation-carries-errors`, (check) =>
      judgeRefusals(check, creation, (answer, _fault, reach) => {
        const { errors } = answer.body as { errors?: unknown };
        check.expect.that("errors", errors, answer).toSatisfy("a list", Array.isArray);
        reach("refused");
      }),
    ),
    rule(`${area}/validation-names-the-field`, (check) =>
      judgeRefusals(check, creation, (answer, { paths }, reach) => {
        const fields = fieldsOf(answer);
        const [path, ...others] = paths;
        // Whether each of several faults is reported is open.
        if (fields === null || path === undefined || others.length > 0) return;
        // How a nested parameter is named is open, and a parameter with nested ones may be reported by theirs; any other has
        // its name.
        const holdsOthers = creation.parameters.some((parameter) => parameter.path.startsWith(`${path}.`));
        if (path.includes(".") || holdsOthers)
          check.observe("validation-nested-field", `${path}: ${fields.join(", ")}`);
        else {
          check.expect
            .that(`the fields that errors names`, fields, answer)
            .toSatisfy(`a list with ${path}`, () => fields.includes(path));
          reach("refused");
        }
      }),
    ),
  ];
}

/** Statuses of refusals for a missing permission or an unknown object. */
const NOT_ABOUT_FORM = [401, 403, 404];

type Judge = (answer: Answer, fault: Fault, reach: (className: string) => void) => void;

async function judgeRefusals(check: Check, creation: Resource, judge: Judge): Promise<void> {
  const refusalOf = await refusing(check, creation);
  const faults = faultsOf(creation);
  await check.property({
    from: fc.oneof(...faults.map(({ fault }) => fault)),
    examples: faults.map(({ example }) => example),
    runShares: { refused: 0.25 },
    holds: async (fault, reach) => {
      const answer = await refusalOf(fault);
      if (answer === null) return;
      check.observe("validation-rule-names", `${fault.kind}: ${rulesOf(answer).join(", ")}`);
      judge(answer, fault, reach);
    },
  });
}

/** The refusal of a creation with a fault; null if there is none, or if it concerns permissions. */
async function refusing(check: Check, creation: Resource): Promise<(fault: Fault) => Promise<Answer | null>> {
  const whole = await acceptedCounterpart(check, creation);
  const counterparts = new Map<string, object>();
  for (const { path, apart } of creation.parameters) {
    counterparts.set(path, apart === undefined ? whole : await acceptedCounterpart(check, creation, path));
  }
  const identities = new Set(
    creation.parameters.filter(({ identity }) => identity === true).map(({ path }) => path),
  );
  return async ({ paths, kind, value }) => {
    const [first = ""] = paths;
    let body: unknown = counterparts.get(first) ?? whole;
    for (const path of paths) body = kind === "missing" ? without(body, path) : withValue(body, path, value);
    const answer = await creation.send(check.api, body);
    const rights = paths.some((path) => identities.has(path)) && NOT_ABOUT_FORM.includes(answer.status);
    return isRefusal(answer) && !rights ? answer : null;
  };
}

/** The refusals of a creation for which every parameter is left out or mistyped in turn, and all required ones are left out. */
export async function provokedRefusals(check: Check, creation: Resource): Promise<readonly Answer[]> {
  const refusalOf = await refusing(check, creation);
  const answers: Answer[] = [];
  for (const { example } of faultsOf(creation)) {
    const answer = await refusalOf(example);
    if (answer !== null) answers.push(answer);
  }
  return answers;
}

/** Every fault that a creation can have, with one example of each. */
function faultsOf({ parameters }: Resource): readonly { fault: fc.Arbitrary<Fault>; example: Fault }[] {
  const required = parameters.filter((parameter) => parameter.required === true).map(({ path }) => path);
  const bare: Fault = { paths: required, kind: "missing" };
  const single = parameters.flatMap(({ path, type, required }, index) => {
    const missing: Fault = { paths: [path], kind: "missing" };
    const kinds = OTHER_TYPES[type];
    const mistyped = (value: unknown): Fault => ({ paths: [path], kind: "other type", value });
    const typed = {
      fault: valuesOfOtherType(type).map(mistyped),
      example: mistyped(kinds[index % kinds.length]),
    };
    return required === true ? [{ fault: fc.constant(missing), example: missing }, typed] : [typed];
  });
  return [...single, { fault: fc.constant(bare), example: bare }];
}

/** The request that differs from the refused ones in one thing only, accepted by the target just now. */
async function acceptedCounterpart(check: Check, creation: Resource, path?: string): Promise<object> {
  const apart = creation.parameters.find((parameter) => parameter.path === path)?.apart;
  const all = await creation.body(check);
  const body = (apart === undefined ? all : without(all, apart)) as object;
  check.succeeded(await creation.send(check.api, body));
  return body;
}

/** The parameters that a validation refusal names; null where it has no list of them. */
export function fieldsOf(answer: Answer): readonly string[] | null {
  return entriesOf(answer)?.map((entry) => String((entry as { field?: unknown } | null)?.field)) ?? null;
}

function rulesOf(answer: Answer): readonly string[] {
  return (entriesOf(answer) ?? []).map((entry) => String((entry as { rule?: unknown } | null)?.rule));
}

function entriesOf(answer: Answer): readonly unknown[] | null {
  const errors = memberOf(answer, "errors");
  return Array.isArray(errors) ? (errors as unknown[]) : null;
}

/** A copy without what is at a dotted path. */
export function without(body: unknown, path: string): unknown {
  return changed(body, path.split("."), (holder, name) => {
    delete holder[name];
  });
}

/** A copy with another value at a dotted path. */
export function withValue(body: unknown, path: string, value: unknown): unknown {
  return changed(body, path.split("."), (holder, name) => {
    holder[name] = value;
  });
}

function changed(
  body: unknown,
  steps: readonly string[],
  change: (holder: Record<string, unknown>, name: string) => void,
): unknown {
  const copy = structuredClone(body);
  let holder = copy as Record<string, unknown>;
  for (const step of steps.slice(0, -1)) holder = holder[step] as Record<string, unknown>;
  change(holder, steps.at(-1) ?? "");
  return copy;
}
