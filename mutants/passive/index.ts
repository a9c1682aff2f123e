import type { Parts } from "../../emulator/index.ts";
import { catalogue, openapi, type RuleId, ruleIdOf } from "../../spec/index.ts";
import { documentedOperations, resolve } from "../../spec/json.ts";
import type { Mutant } from "../mutant.ts";
import { broken, summaryOf } from "./faults.ts";
import { type Constraint, constraintsOf } from "./constraints.ts";
import { enveloping } from "../shared/envelopes.ts";

/**
 * Mutants of the passive rules, derived from the contract's own annotations: each breaks one constraint of one
 * answer of one operation, or of one event.
 */
type Dict = Readonly<Record<string, unknown>>;
type AnswerChange = (answer: {
  status: number;
  headers?: Readonly<Record<string, string>>;
  body: unknown;
}) => typeof answer;

const observable = new Set<string>(
  catalogue.filter((rule) => rule.unobservable === undefined).map((rule) => rule.id),
);

interface Source {
  readonly name: string;
  readonly mutants: readonly Mutant[];
}

/** One mutant for each passive rule and operation (or event) at which it can be broken. */
export const everyPassiveMutant: readonly Mutant[] = [...operationSources(), ...eventSources()].flatMap(
  (source) => source.mutants,
);

/** For each passive rule that none of these mutants breaks, one: at the first operation or event that shows it. */
export function passiveMutantsFor(others: readonly Mutant[]): readonly Mutant[] {
  const broken = new Set(others.flatMap((mutant) => mutant.violates));
  const byRule = new Map<RuleId, Mutant>();
  for (const mutant of everyPassiveMutant) {
    const [rule] = mutant.violates;
    if (rule !== undefined && !broken.has(rule) && !byRule.has(rule)) byRule.set(rule, mutant);
  }
  return [...byRule.values()];
}

function operationSources(): readonly Source[] {
  return documentedOperations(openapi).map(({ operation }) => operationSource(operation));
}

function operationSource(operation: Dict): Source {
  const name = String(operation["operationId"]);
  const make = (rule: RuleId, fault: string, summary: string, change: AnswerChange): Mutant => ({
    id: `${slug(rule)}-${fault}-at-${kebab(name)}`,
    violates: [rule],
    summary,
    subtle: false,
    replace: (parts) => withAnswer(parts, name, change),
  });
  const mutants: Mutant[] = [];
  if (operation["x-status-rule"] !== undefined) {
    const statusRule = ruleIdOf(operation["x-status-rule"]);
    // Where any success is documented, only a crash is none.
    const anySuccess = Object.hasOwn(operation["responses"] as Dict, "2XX");
    mutants.push(
      anySuccess
        ? make(statusRule, "crash", `${name} returns 500 instead of a success.`, (answer) =>
            answer.status < 300 ? { ...answer, status: 500 } : answer,
          )
        : make(statusRule, "other-success", `${name} returns another success status.`, (answer) =>
            answer.status < 300 ? { ...answer, status: answer.status === 200 ? 201 : 200 } : answer,
          ),
    );
  }
  if (operation["x-content-type-rule"] !== undefined) {
    const typeRule = ruleIdOf(operation["x-content-type-rule"]);
    mutants.push(
      make(typeRule, "as-text", `${name} declares its body as plain text.`, (answer) => ({
        ...answer,
        headers: { ...answer.headers, "content-type": "text/plain; charset=utf-8" },
      })),
    );
  }
  for (const [status, response] of Object.entries(operation["responses"] as Record<string, Dict>)) {
    const schema = (resolve(openapi, response)["content"] as Record<string, Dict> | undefined)?.[
      "application/json"
    ]?.["schema"];
    if (schema === undefined) continue;
    for (const constraint of constraintsOf(schema).filter((candidate) => observable.has(candidate.rule))) {
      mutants.push(
        make(
          constraint.rule,
          constraint.keyword,
          `The ${status} of ${name} ${summaryOf(constraint)}.`,
          (answer) =>
            isAnswered(answer.status, status) ? { ...answer, body: broken(answer.body, constraint) } : answer,
        ),
      );
    }
  }
  // Where a rule of the operation's own area is broken, its own checks see it.
  return { name, mutants: onlyFirstOfEach(mutants) };
}

/** Whether a status is the documented one, or of the documented hundred. */
function isAnswered(status: number, documented: string): boolean {
  return /^\dXX$/i.test(documented)
    ? Math.floor(status / 100) === Number(documented[0])
    : status === Number(documented);
}

/** A shared error shape stands under several statuses: one of them is enough for an operation. */
function onlyFirstOfEach(mutants: readonly Mutant[]): readonly Mutant[] {
  return [...new Map([...mutants].reverse().map((mutant) => [mutant.id, mutant])).values()].reverse();
}

function withAnswer(parts: Parts, operation: string, change: AnswerChange): Parts {
  const original = parts.answers[operation];
  if (original === undefined) throw new Error(`the emulator has no operation ${operation}`);
  return {
    ...parts,
    answers: {
      ...parts.answers,
      [operation]: async (answer, context) => {
        const finished = await original(answer, context);
        return { ...finished, ...change({ ...finished, body: finished.body }) };
      },
    },
  };
}

type Hook = { post: { requestBody: { content: Record<string, { schema: unknown }> } } & Dict };

function eventSources(): readonly Source[] {
  const { webhooks = {}, "x-event-envelopes": envelopes = {} } = openapi as {
    webhooks?: Record<string, Hook>;
    "x-event-envelopes"?: Record<string, string>;
  };
  return [
    ...Object.entries(webhooks).map(([name, { post }]) =>
      eventSource({
        name,
        type: name,
        family: post["x-event-family"] as string,
        schema: post.requestBody.content["application/json"]?.schema,
      }),
    ),
    ...Object.entries(envelopes).map(([family, schema]) =>
      eventSource({
        name: `${family}-envelope`,
        type: null,
        family,
        schema: { $ref: `#/components/schemas/${schema}` },
      }),
    ),
  ];
}

function eventSource(options: Omit<EventFault, "constraint"> & { schema: unknown }): Source {
  const { schema, ...event } = options;
  const constraints = constraintsOf(schema).filter((constraint) => observable.has(constraint.rule));
  return {
    name: event.name,
    mutants: onlyFirstOfEach(constraints.map((constraint) => eventMutant({ ...event, constraint }))),
  };
}

/** A fault of the events of one type, or of all of a family. */
interface EventFault {
  readonly constraint: Constraint;
  readonly name: string;
  readonly type: string | null;
  readonly family: string;
}

function eventMutant({ constraint, name, type, family }: EventFault): Mutant {
  return {
    id: `${slug(constraint.rule)}-${constraint.keyword}-in-${name.replace(/[._]/g, "-")}`,
    violates: [constraint.rule],
    summary: `The event ${name} ${summaryOf(constraint)}.`,
    subtle: false,
    replace: (parts) =>
      enveloping(parts, family, (event, usual) => {
        const body = usual(event);
        return type === null || event.type === type ? (broken(body, constraint) as typeof body) : body;
      }),
  };
}

function slug(rule: string): string {
  return rule.replace("/", "-");
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
