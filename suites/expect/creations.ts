import * as fc from "fast-check";
import type { Api, Merchant } from "../../harness/api.ts";
import { type Check, type RuleCheck, rule } from "../../harness/check.ts";
import type { Answer } from "../../harness/http/answer.ts";
import type { RequestParts } from "../../harness/http/client.ts";
import type { Property } from "../../harness/judge/property.ts";
import { textOf } from "../../harness/reported.ts";
import type { RuleId } from "../../spec/generated/rule-ids.ts";
import { memberOf } from "./reading.ts";
import { expectRefusal, ifAccepted, isRefusal } from "./refusals.ts";
import { type DeclaredType, OTHER_TYPES, valuesOfOtherType } from "../fixtures/values.ts";

/** A parameter of a creation: its dotted path, its documented type, and whether it is required. */
export interface Parameter {
  readonly path: string;
  readonly type: DeclaredType;
  readonly required?: boolean;
  /** An optional parameter whose value must match this one. It is omitted while this one is invalid. */
  readonly apart?: string;
  /** Identifies the owner. A wrong value may be refused as a missing permission, before its type is validated. */
  readonly identity?: boolean;
}

/** The credential, if it is not the client's key. */
type Credential = Pick<RequestParts, "authorization">;

/** A kind of object that a merchant creates and retrieves by id. */
export interface Resource<Body = unknown> {
  /** E.g. "a payment intent". */
  readonly what: string;
  /** The prefix of its ids. */
  readonly prefix: string;
  /** The operation that creates it. */
  readonly operation: string;
  /** The operation that retrieves it. */
  readonly retrieval: string;
  /** Whether a documented list contains its objects. */
  readonly listed?: boolean;
  /** A valid body with every documented parameter, by default for the default merchant. */
  readonly body: (check: Check, merchant?: Merchant) => Promise<object> | object;
  readonly send: (api: Api, body: unknown, credential?: Credential) => Promise<Answer<Body>>;
  readonly retrieve: (api: Api, id: string, credential?: Credential) => Promise<Answer<Body>>;
  /** The status of its validation refusals (§7.1). */
  readonly status: number;
  /** The parameters of its creation that checks make invalid, one at a time. */
  readonly parameters: readonly Parameter[];
}

/** Creates an ordinary object. */
export async function ordinaryObject(check: Check, { body, send }: Resource): Promise<Answer> {
  return send(check.api, await body(check));
}

/** The id of a new object, by default of the default merchant. @throws Inconclusive if its creation is refused */
export async function createdId(check: Check, resource: Resource, merchant?: Merchant): Promise<string> {
  const created = await resource.send(merchant?.api ?? check.api, await resource.body(check, merchant));
  return (check.succeeded(created) as Answer<{ readonly id: string }>).text("id");
}

/** Creates many different objects and judges each answer that is a success. */
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

/** One invalid parameter, missing or of another type, or several missing ones. */
interface Fault {
  readonly paths: readonly string[];
  readonly kind: "missing" | "other type";
  readonly value?: unknown;
}

/** Sends the same request with and without the parameter. */
export function refusesWithout(id: RuleId, creation: Resource, path: string): RuleCheck {
  return rule(id, async (check) => {
    const counterpart = await acceptedCounterpart(check, creation, path);
    expectRefusal(await creation.send(check.api, without(counterpart, path)), `a request without ${path}`);
  });
}

/**
 * Replaces the parameter of a valid request with values that cannot be converted to its type. Includes null if the parameter is required,
 * because null is invalid even if it means absent.
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

/** The areas with three rules about the validation refusals of their resource (§7.1). */
type CreationArea = "checkout-sessions" | "disbursements" | "payment-intents" | "remittances";

/**
 * Expects that a validation refusal has the resource's status, has `errors`, and names the parameter. Omits or mistypes one parameter at a
 * time, then omits all required ones. If the target accepts one of these requests, the parameter's own rule judges that.
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
        check.expect.field("errors", errors, answer).toSatisfy("a list", Array.isArray);
        reach("refused");
      }),
    ),
    rule(`${area}/validation-names-the-field`, (check) =>
      judgeRefusals(check, creation, (answer, { paths }, reach) => {
        const fields = fieldsOf(answer);
        const [path, ...others] = paths;
        // If a request has several faults, the target need not report each of them.
        if (fields === null || path === undefined || others.length > 0) return;
        // The document does not say how a nested parameter is named, nor whether an object is reported by the names of its members.
        const holdsOthers = creation.parameters.some((parameter) => parameter.path.startsWith(`${path}.`));
        if (path.includes(".") || holdsOthers)
          check.observe("validation-nested-field", `${path}: ${fields.join(", ")}`);
        else {
          check.expect
            .that("the fields in errors", fields, answer)
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

/** Sends creations with a fault. Each one returns the refusal, or null if there is none or if it concerns permissions. */
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

/** The refusals of creations with each parameter omitted or mistyped in turn, and with all required ones omitted. */
export async function provokedRefusals(check: Check, creation: Resource): Promise<readonly Answer[]> {
  const refusalOf = await refusing(check, creation);
  const answers: Answer[] = [];
  for (const { example } of faultsOf(creation)) {
    const answer = await refusalOf(example);
    if (answer !== null) answers.push(answer);
  }
  return answers;
}

/** Every fault of a creation, each with an example. */
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

/** The body without the fault, which the target has just accepted. */
async function acceptedCounterpart(check: Check, creation: Resource, path?: string): Promise<object> {
  const apart = creation.parameters.find((parameter) => parameter.path === path)?.apart;
  const all = await creation.body(check);
  const body = (apart === undefined ? all : without(all, apart)) as object;
  check.succeeded(await creation.send(check.api, body));
  return body;
}

/** The parameters that a validation refusal names; null if it has no list of them. */
export function fieldsOf(answer: Answer): readonly string[] | null {
  return entriesOf(answer)?.map((entry) => textOf((entry as { field?: unknown } | null)?.field)) ?? null;
}

function rulesOf(answer: Answer): readonly string[] {
  return (entriesOf(answer) ?? []).map((entry) => textOf((entry as { rule?: unknown } | null)?.rule));
}

function entriesOf(answer: Answer): readonly unknown[] | null {
  const errors = memberOf(answer, "errors");
  return Array.isArray(errors) ? (errors as unknown[]) : null;
}

/** A copy without the value at a dotted path. */
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
