import addFormatsModule from "ajv-formats";
import { Ajv2020 } from "ajv/dist/2020.js";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { contractOperations } from "../../harness/contract.ts";
import { schemaJudges } from "../../harness/judge/schemas.ts";
import { readWords } from "../../scripts/public/words.ts";
import { openPoints, catalogue, openapi, readPublicContract } from "../../spec/index.ts";
import { documentedOperations, isObject } from "../../spec/json.ts";
import { root } from "../cli/command-line.ts";

const addFormats = addFormatsModule as unknown as typeof addFormatsModule.default;

type Dict = Record<string, unknown>;
type Bodies = Record<string, { schema: Dict; examples: Record<string, { value: unknown }> }>;
interface Operation {
  operationId: string;
  servers?: { url: string }[];
  responses: Record<string, { content?: Bodies; links?: Record<string, { operationId: string }> }>;
  "x-open-points"?: string[];
}
interface Hook {
  post: { requestBody: { content: Bodies } };
}

const contract = readPublicContract();
const words = readWords(root);
const operations = documentedOperations(contract).map(({ operation }) => operation as unknown as Operation);
const dereferenced = read("public-openapi.dereferenced.json");

function read(name: string): Dict {
  return JSON.parse(readFileSync(join(root, "spec/generated", name), "utf8")) as Dict;
}

/** A schema of the public contract. */
function named(name: string): Dict {
  return (contract["components"] as { schemas: Record<string, Dict> }).schemas[name] ?? {};
}

/** Every object of a value, with its place. */
function objects(value: unknown, place = ""): { place: string; value: Dict }[] {
  if (Array.isArray(value)) return value.flatMap((entry, index) => objects(entry, `${place}/${index}`));
  if (!isObject(value)) return [];
  return [
    { place, value },
    ...Object.entries(value).flatMap(([name, inner]) => objects(inner, `${place}/${name}`)),
  ];
}

describe("the public contract", () => {
  it("describes every operation, event and property, and has an example of each body and value", () => {
    const lacking = objects(contract).flatMap(({ place, value }) => {
      if (/\/(examples|not)\//.test(place)) return [];
      const isValue = [value["type"]]
        .flat()
        .some((type) => /string|integer|number|boolean/.test(String(type)));
      const isConstant = value["const"] !== undefined;
      const needed =
        value["in"] !== undefined
          ? ["description", "example"]
          : value["responses"] !== undefined
            ? ["description"]
            : value["schema"] !== undefined
              ? ["examples"]
              : !/\/schemas\/.*\/properties\/[^/]+$/.test(place) || isConstant
                ? []
                : isValue && value["enum"] === undefined
                  ? ["description", "examples"]
                  : ["description"];
      return needed.filter((name) => value[name] === undefined).map((name) => `${place}: ${name}`);
    });
    expect(lacking).toEqual([]);
  });

  it("has no extension but the documented one", () => {
    const extensions = objects(contract).flatMap(({ value }) =>
      Object.keys(value).filter((name) => name.startsWith("x-")),
    );
    expect([...new Set(extensions)]).toEqual(["x-open-points"]);
    expect(readFileSync(join(root, "docs/extensions.md"), "utf8")).toContain("`x-open-points`");
  });

  it("names only open points of the register", () => {
    const known = new Set<string>(openPoints.map(({ id }) => id));
    const named = operations.flatMap((operation) => operation["x-open-points"] ?? []);
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter((id) => !known.has(id))).toEqual([]);
  });

  it("sends every operation of the checkout host there", () => {
    const elsewhere = operations.filter(({ servers }) => servers?.[0]?.url === "http://127.0.0.1:4011");
    const expected = [...contractOperations.values()].filter(({ host }) => host === "checkout");
    expect(elsewhere.map(({ operationId }) => operationId).sort()).toEqual(
      expected.map(({ id }) => id).sort(),
    );
    expect(expected).toHaveLength(9);
  });

  it("shows examples that the judge accepts", () => {
    const judgeOf = schemaJudges(openapi);
    let judged = 0;
    for (const { operationId, responses } of operations)
      for (const [status, { content }] of Object.entries(responses)) {
        const schema = contractOperations.get(operationId)?.answers.get(Number(status));
        if (schema === undefined || schema === null) continue;
        for (const [name, { value }] of Object.entries(content?.["application/json"]?.examples ?? {})) {
          expect(judgeOf(schema)(value).faults, `${operationId} ${status} ${name}`).toEqual([]);
          judged += 1;
        }
      }
    for (const [type, hook] of Object.entries(contract["webhooks"] as Record<string, Hook>)) {
      const own = (openapi["webhooks"] as Record<string, Hook>)[type]?.post.requestBody.content[
        "application/json"
      ];
      for (const { value } of Object.values(
        hook.post.requestBody.content["application/json"]?.examples ?? {},
      )) {
        expect(judgeOf(own?.schema ?? {})(value).faults, type).toEqual([]);
        judged += 1;
      }
    }
    expect(judged).toBeGreaterThan(120);
  });

  it("validates its examples with plain AJV, and refuses what it does not describe", () => {
    const ajv = new Ajv2020({ logger: false });
    addFormats(ajv);
    const bodies = objects(dereferenced).filter(
      ({ value }) => isObject(value["schema"]) && isObject(value["examples"]),
    ) as unknown as { place: string; value: Bodies[string] }[];
    expect(bodies.length).toBeGreaterThan(120);
    for (const { place, value } of bodies) {
      const validate = ajv.compile(value.schema);
      for (const example of Object.values(value.examples))
        expect(validate(example.value), `${place} ${ajv.errorsText(validate.errors)}`).toBe(true);
    }
    const refusal = (operation: string, status: string) => {
      const found = documentedOperations(dereferenced).find(
        (one) => one.operation["operationId"] === operation,
      );
      const { responses } = found?.operation as unknown as Operation;
      return ajv.compile(responses[status]?.content?.["application/json"]?.schema ?? true);
    };
    expect(refusal("createAllocation", "409")({})).toBe(false);
    expect(refusal("createAllocation", "409")({ code: "E_DUPLICATE_OPERATION" })).toBe(true);
    const over = refusal("createAllocationReversal", "422");
    expect(over({ code: "connect.reversal_exceeds_remaining" })).toBe(false);
    expect(over({ code: "connect.reversal_exceeds_remaining", requested: 2, remaining: 1 })).toBe(true);
    expect(over({ errors: [{ rule: "number", field: "amount", message: "…" }] })).toBe(true);
    const choices = refusal("replacePayoutSchedule", "422");
    expect(choices({})).toBe(false);
    expect(choices({ meta: { choices: ["daily", "weekly"] } })).toBe(true);
    expect(choices({ errors: [{ meta: { choices: ["daily", "weekly"] } }] })).toBe(true);
    expect(refusal("retrieveActivation", "400")({})).toBe(false);
    expect(refusal("retrieveActivation", "400")({ error: "not supported" })).toBe(true);
    const period = ajv.compile({ ...named("Period"), required: [] });
    const combinations = ["30d", "6m", "12m"].flatMap((range) =>
      ["day", "week", "month"].map((granularity) => ({ range, granularity })),
    );
    expect(combinations.filter((one) => !period(one))).toEqual([
      { range: "30d", granularity: "month" },
      { range: "6m", granularity: "day" },
      { range: "12m", granularity: "day" },
    ]);
  });

  it("shows each code where an operation returns it", () => {
    // The emulator reports a missing activation to the creation of a vendor with the other code; both are permitted.
    const permitted = [
      "createAccount 422 connect.fee_payer_unset",
      "createAccount 422 connect.controller_mode_unset",
    ];
    const places = words.errors.flatMap(({ code, status, operations: ids }) =>
      ids.map((id) => ({ code, status, id })),
    );
    const lacking = places.filter(({ code, status, id }) => {
      const own = operations.find(({ operationId }) => operationId === id);
      const shown = own?.responses[status]?.content?.["application/json"]?.examples ?? {};
      return !Object.values(shown).some(({ value }) => isObject(value) && value["code"] === code);
    });
    expect(places.length).toBeGreaterThan(40);
    expect(
      lacking
        .map(({ id, status, code }) => `${id} ${status} ${code}`)
        .filter((one) => !permitted.includes(one)),
    ).toEqual([]);
  });

  it("refers to one schema for what several have in common", () => {
    const parts = (name: string) => named(name)["allOf"] as Dict[];
    for (const [shared, { of: members }] of Object.entries(words.shared))
      for (const member of members)
        expect(parts(member)[0], member).toEqual({ $ref: `#/components/schemas/${shared}` });
    expect(Object.keys(named("Payout")["properties"] as Dict)).toContain("shouldExecutedAt");
    expect(Object.keys(parts("Remittance")[1]?.["properties"] as Dict)).toEqual(["id", "object", "status"]);
    expect(parts("TestClock")[1]?.["required"]).toContain("frozenTime");
  });

  it("says of a field what it is there", () => {
    const text = (schema: string, field: string) =>
      ((named(schema)["properties"] as Dict)[field] as Dict)["description"];
    expect(text("PaymentIntentRequest", "currency")).toContain("any casing");
    expect(text("CreatedPaymentIntent", "currency")).toContain("lowercase");
    expect(text("TransferCreatedData", "currency")).toContain("casing is open");
    expect(text("TransferCreatedData", "createdAt")).toContain("format is open");
  });

  it("has no description by name that no field needs", () => {
    const texts = new Set(objects(contract).map(({ value }) => value["description"]));
    expect(Object.entries(words.names).filter(([, text]) => !texts.has(text))).toEqual([]);
  });

  it("links operations that exist", () => {
    const ids = new Set(operations.map(({ operationId }) => operationId));
    const linked = operations.flatMap(({ responses }) =>
      Object.values(responses).flatMap(({ links }) =>
        Object.values(links ?? {}).map((link) => link.operationId),
      ),
    );
    expect(linked).toContain("createAllocationReversal");
    expect(linked.filter((id) => !ids.has(id))).toEqual([]);
  });

  it("is the same in YAML, and has no reference when it is dereferenced", () => {
    const yaml: unknown = parse(readFileSync(join(root, "spec/generated/public-openapi.yaml"), "utf8"));
    expect(yaml).toEqual(contract);
    expect(objects(dereferenced).filter(({ value }) => "$ref" in value)).toEqual([]);
  });

  it("gives the rules that judge what goes beyond the schemas of the judge", () => {
    const known = new Set<string>(catalogue.map(({ id }) => id));
    const named = words.refinements.flatMap(({ judged }) => judged);
    expect(named.filter((id) => !known.has(id))).toEqual([]);
  });
});
