import { describe, expect, it } from "vitest";
import { openPoints, catalogue, openapi } from "../../spec/index.ts";
import { walkContract } from "./contract-walk.ts";

const walk = walkContract(openapi);
const passive = new Set<string>(catalogue.filter((rule) => rule.kind === "passive").map((rule) => rule.id));

describe("the contract", () => {
  it("gives every constraint of an answer or event the rule that owns it", () => {
    expect(walk.faults).toEqual([]);
  });

  it("annotates every passive rule of the catalogue", () => {
    expect([...passive].filter((id) => !walk.annotated.has(id)).sort()).toEqual([]);
  });

  it("annotates nothing but passive rules of the catalogue", () => {
    const unknown = [...walk.annotated].filter(([id]) => !passive.has(id));
    expect(unknown.map(([id, where]) => `${id} at ${where}`).sort()).toEqual([]);
  });

  it("marks as open only what the register knows", () => {
    const known = new Set<string>(openPoints.map((entry) => entry.id));
    expect([...walk.open].filter(([id]) => !known.has(id)).map(([id, where]) => `${id} at ${where}`)).toEqual(
      [],
    );
  });

  it("names the host of each operation", () => {
    const astray = walk.operations.filter(
      ({ value }) => !["payment", "checkout"].includes(String(value["x-host"])),
    );
    expect(astray.map(({ where }) => where)).toEqual([]);
  });

  it("gives each operation a verb as its id and documents its refusal without a key", () => {
    for (const { where, value } of walk.operations) {
      expect(String(value["operationId"]), where).toMatch(/^[a-z]+([A-Z][a-z0-9]*)+$/);
      expect(Object.keys(value["responses"] as object), where).toContain("401");
    }
  });
});

describe("the walk itself", () => {
  const contract = (schema: object) => ({
    paths: {
      "/v1/things": {
        get: {
          "x-status-rule": "a/status",
          "x-content-type-rule": "a/content-type",
          responses: { "200": { content: { "application/json": { schema } } } },
        },
      },
    },
  });

  it.each([
    [{ type: "object", properties: {} }, "GET /v1/things 200: no rule owns presence and type"],
    [{ type: "string", pattern: "^a", "x-rule": "a/b" }, "GET /v1/things 200: no rule owns pattern"],
    [
      { type: "string", "x-rule": "a/b", "x-value-rules": { pattern: "a/c" } },
      "GET /v1/things 200: a/c owns pattern, which is not there",
    ],
    [{ type: "object", "x-rule": "a/b", oneOf: [] }, "GET /v1/things 200: oneOf is not used in answers"],
    [{ type: "object", "x-rule": "a/b", required: ["c"] }, "GET /v1/things 200/c: required, not described"],
    [
      { type: "object", "x-rule": "a/b", properties: { c: { "x-rule": "a/d" } } },
      "GET /v1/things 200/c: optional and untyped, so its rule cannot fail",
    ],
  ])("finds the fault of %j", (schema, fault) => {
    expect(walkContract(contract(schema)).faults).toEqual([fault]);
  });
});
