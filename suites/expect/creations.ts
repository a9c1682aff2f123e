import * as fc from "fast-check";
import { type Answer, type Check, rule, type RuleCheck, type RuleId, textOf } from "../kit.ts";
import type { Property } from "../../harness/judge/property.ts";
import { memberOf, isRefusal } from "../fixtures/reading.ts";
import { type Resource, without, withValue } from "../fixtures/resources.ts";
import { casingOf, casings, OTHER_TYPES, valuesOfOtherType } from "../fixtures/values.ts";
import { expectAcceptance, expectRefusal, ifAccepted } from "./refusals.ts";

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
export function reportsRefusals(
  area: CreationArea,
  creation: Resource,
  /** Also judges the status of refusals that have another context. */
  also?: (check: Check) => Promise<void>,
): readonly RuleCheck[] {
  return [
    rule(`${area}/validation-status`, { serves: ["conventions"] }, async (check) => {
      await judgeRefusals(check, creation, (answer, _fault, reach) => {
        check.expect(answer).toAnswer(creation.status);
        reach("refused");
      });
      await also?.(check);
    }),
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

/** Sends the same request with the parameter and without it. */
export function acceptsWithout(id: RuleId, creation: Resource, path: string): RuleCheck {
  return rule(id, async (check) => {
    const counterpart = await creation.body(check);
    check.succeeded(await creation.send(check.api, counterpart));
    expectAcceptance(await creation.send(check.api, without(counterpart, path)), `a request without ${path}`);
  });
}

/** Sends the same request without the parameter and with it. */
export function acceptsWith(id: RuleId, creation: Resource, path: string): RuleCheck {
  return rule(id, async (check) => {
    const whole = await creation.body(check);
    check.succeeded(await creation.send(check.api, without(whole, path)));
    expectAcceptance(await creation.send(check.api, whole), `a request with ${path}`);
  });
}

/** Sends the currency in other casings than the document's example. */
export function acceptsAnyCasing(id: RuleId, creation: Resource): RuleCheck {
  return rule(id, async (check) => {
    const counterpart = await creation.body(check);
    check.succeeded(await creation.send(check.api, counterpart));
    await check.property({
      effort: 0.5,
      from: casings(check),
      classesOf: (casing) => [casingOf(casing)],
      shares: { lowercase: 0.1, uppercase: 0.1, "mixed casing": 0.1 },
      holds: async (casing) => {
        const answer = await creation.send(check.api, withValue(counterpart, "currency", casing));
        expectAcceptance(answer, `the currency ${casing}`);
      },
    });
  });
}
