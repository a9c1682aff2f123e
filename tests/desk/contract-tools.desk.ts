import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readPublicContract } from "../../spec/index.ts";
import { CHECKS, subject } from "../../scripts/contract-tools.ts";

interface Loose {
  [name: string]: Loose;
}

/** What makes a contract wrong for each tool. */
const DAMAGE: Readonly<Record<string, (contract: Loose) => void>> = {
  "spectral, OpenAPI rules and hints": ({ info }) => {
    delete info?.["contact"];
  },
  "prism, every mocked body before our judge": ({ components }) => {
    delete components!["schemas"]!["RetrievedPaymentIntent"]!["properties"]!["status"]!["enum"];
  },
  "prism as a target: only rules of state fail": ({ components }) => {
    delete components!["schemas"]!["PaymentIntentRequest"]!["required"];
  },
  "postman collection, both hosts and webhooks": ({ paths }) => {
    const variables = { host: { default: "127.0.0.1" } };
    Object.assign(operation(paths, "/v1/sessions", "post"), {
      servers: [{ url: "http://{host}:4011", variables }],
    });
  },
  "redocly respect, the workflows on the emulator": ({ components }) => {
    components!["schemas"]!["Allocation"]!["properties"]!["amount"]!["maximum"] = 19_999 as unknown as Loose;
  },
};

function operation(paths: Loose | undefined, path: string, method: string): Loose {
  return paths![path]![method]!;
}

describe("the public contract before the tools of others", () => {
  const folder = mkdtempSync(join(tmpdir(), "payconform-contract-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(Object.keys(CHECKS))("%s: nothing found", async (name) => {
    expect(await CHECKS[name]?.(await subject(readPublicContract(), join(folder, "sound")))).toEqual([]);
  });

  it.each(Object.entries(DAMAGE))("%s: finds what is wrong", async (name, damage) => {
    const damaged = structuredClone(readPublicContract()) as unknown as Loose;
    damage(damaged);
    expect(await CHECKS[name]?.(await subject({ ...damaged }, join(folder, "damaged")))).not.toEqual([]);
  });

  it("a reference to nothing gives types that do not compile", async () => {
    const made = await subject(readPublicContract(), join(folder, "types"));
    const text = readFileSync(made.json, "utf8").replace(
      '"#/components/schemas/CreatedPaymentIntent"',
      '"#/nowhere"',
    );
    writeFileSync(made.json, text);
    expect(await CHECKS["openapi-typescript and tsc --strict"]?.(made)).not.toEqual([]);
    expect(Object.keys(CHECKS)).toHaveLength(Object.keys(DAMAGE).length + 1);
  });
});
