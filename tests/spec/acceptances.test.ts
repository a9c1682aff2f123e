import { describe, expect, test } from "vitest";
import { contractOperations } from "../../harness/contract.ts";
import { type Acceptance, catalogue, openapi } from "../../spec/index.ts";
import { documentedOperations, resolve } from "../../spec/json.ts";

type Dict = Readonly<Record<string, unknown>>;

/** Their bodies are not shown, so no request is known that they accept. */
const BODY_NOT_SHOWN = ["createAccount", "createSubscription"];
/** Where it fits is open: the document lists it, and restricts the others (`overview-week`). */
const OPEN = ["granularity week"];

const acceptances = catalogue.flatMap(({ accepts }) => (accepts === undefined ? [] : [accepts]));
const of = (operation: string): readonly Acceptance[] =>
  acceptances.filter((acceptance) => acceptance.operation === operation);

/** A parameter of a request with the values that the contract lists for it. */
interface Parameter {
  readonly operation: string;
  readonly place: "body" | "query";
  readonly name: string;
  readonly required: boolean;
  readonly values: readonly unknown[];
}

const operationsOfContract = documentedOperations(openapi).map(({ operation }) => operation);

function parametersOf(operation: Dict): readonly Parameter[] {
  const id = String(operation["operationId"]);
  const follow = (value: unknown): Dict => resolve(openapi, value as Dict);
  const content = follow(operation["requestBody"] ?? {})["content"] as Dict | undefined;
  const schema = follow((content?.["application/json"] as Dict | undefined)?.["schema"] ?? {});
  const required = (schema["required"] ?? []) as readonly string[];
  const listed = (value: unknown): readonly unknown[] => {
    const { enum: values, type } = follow(value) as { enum?: readonly unknown[]; type?: unknown };
    return values ?? (type === "boolean" ? [true, false] : []);
  };
  const members = Object.entries((schema["properties"] ?? {}) as Dict);
  const queries = ((operation["parameters"] ?? []) as readonly unknown[])
    .map(follow)
    .filter(({ in: place }) => place === "query");
  return [
    ...members.map(([name, value]): Parameter => ({
      operation: id,
      place: "body",
      name,
      required: required.includes(name),
      values: listed(value),
    })),
    ...queries.map(({ name, schema: value }): Parameter => ({
      operation: id,
      place: "query",
      name: String(name),
      required: false,
      values: listed(value),
    })),
  ];
}

const parameters = operationsOfContract.flatMap(parametersOf);

describe("the documented requests that are to be accepted", () => {
  test("exist for every operation whose requests are shown", () => {
    const without = [...contractOperations.keys()].filter((id) => of(id).length === 0);
    expect(without.sort()).toEqual(BODY_NOT_SHOWN);
  });

  test("have each parameter, each of its values, and its absence where it is optional", () => {
    const missing = parameters.flatMap(({ operation, place, name, required, values }) => {
      const requests = of(operation).map((acceptance) => acceptance[place] ?? {});
      const given = requests.filter((request) => name in request).map((request) => request[name]);
      return [
        ...(given.length === 0 ? [`${operation} with ${name}`] : []),
        ...(!required && given.length === requests.length ? [`${operation} without ${name}`] : []),
        ...values
          .filter((value) => !given.includes(value) && !OPEN.includes(`${name} ${String(value)}`))
          .map((value) => `${operation} with ${name} ${String(value)}`),
      ];
    });
    expect(missing).toEqual([]);
  });

  test("have every required parameter", () => {
    const incomplete = parameters.filter(
      ({ operation, place, name, required }) =>
        required && of(operation).some((acceptance) => !(name in (acceptance[place] ?? {}))),
    );
    expect(incomplete.map(({ operation, name }) => `${operation} ${name}`)).toEqual([]);
  });

  test("are all different", () => {
    const forms = acceptances.map((acceptance) => JSON.stringify(acceptance));
    expect(forms.filter((form, index) => forms.indexOf(form) !== index)).toEqual([]);
  });

  test("are named by a sentence that messages can quote", () => {
    const sentences = catalogue.flatMap(({ accepts, says }) => (accepts === undefined ? [] : [says]));
    expect(sentences.filter((says) => !/^[A-Z][^.]+ is accepted\.$/.test(says))).toEqual([]);
  });
});
