import { openapi, type RuleId, ruleIdOf } from "../../spec/index.ts";
import { documentedOperations, resolve } from "../../spec/json.ts";
import type { Mutant } from "../mutant.ts";
import { finishing } from "../shared/answers.ts";
import { constraintsOf, onlyFirstOfEach, slug } from "./constraints.ts";
import { broken, summaryOf } from "./faults.ts";

type Dict = Readonly<Record<string, unknown>>;
type Change = Parameters<typeof finishing>[1];

/** A mutant for each passive rule and each operation whose answers can show it. */
export const passiveOperationMutants: readonly Mutant[] = documentedOperations(openapi).flatMap(
  ({ operation }) =>
    onlyFirstOfEach([...statusMutants(operation), ...typeMutants(operation), ...bodyMutants(operation)]),
);

/** Changes the answers of an operation. `fault` is a part of the mutant's id. */
function mutantAt(name: string, rule: RuleId, fault: string, summary: string, change: Change): Mutant {
  return {
    id: `${slug(rule)}-${fault}-at-${kebab(name)}`,
    violates: [rule],
    summary,
    replace: finishing(name, change),
  };
}

function statusMutants(operation: Dict): readonly Mutant[] {
  if (operation["x-status-rule"] === undefined) return [];
  const name = String(operation["operationId"]);
  const rule = ruleIdOf(operation["x-status-rule"]);
  // If any success is documented, only a 500 violates the rule.
  const anySuccess = Object.hasOwn(operation["responses"] as Dict, "2XX");
  return [
    anySuccess
      ? mutantAt(name, rule, "crash", `${name} returns 500 instead of a success.`, (answer) =>
          answer.status < 300 ? { ...answer, status: 500 } : answer,
        )
      : mutantAt(name, rule, "other-success", `${name} returns another success status.`, (answer) =>
          answer.status < 300 ? { ...answer, status: answer.status === 200 ? 201 : 200 } : answer,
        ),
  ];
}

function typeMutants(operation: Dict): readonly Mutant[] {
  if (operation["x-content-type-rule"] === undefined) return [];
  const name = String(operation["operationId"]);
  const rule = ruleIdOf(operation["x-content-type-rule"]);
  return [
    mutantAt(name, rule, "as-text", `${name} declares its body as plain text.`, (answer) => ({
      ...answer,
      headers: { ...answer.headers, "content-type": "text/plain; charset=utf-8" },
    })),
  ];
}

function bodyMutants(operation: Dict): readonly Mutant[] {
  const name = String(operation["operationId"]);
  return Object.entries(operation["responses"] as Record<string, Dict>).flatMap(([status, response]) => {
    const content = resolve(openapi, response)["content"] as Record<string, Dict> | undefined;
    return constraintsOf(content?.["application/json"]?.["schema"]).map((constraint) =>
      mutantAt(
        name,
        constraint.rule,
        constraint.keyword,
        `The ${status} of ${name} ${summaryOf(constraint)}.`,
        (answer) =>
          isAnswered(answer.status, status) ? { ...answer, body: broken(answer.body, constraint) } : answer,
      ),
    );
  });
}

/** Whether a status is the documented one, or in the documented range. */
function isAnswered(status: number, documented: string): boolean {
  return /^\dXX$/i.test(documented)
    ? Math.floor(status / 100) === Number(documented[0])
    : status === Number(documented);
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
