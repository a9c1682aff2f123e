import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { runInThisContext } from "node:vm";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { publicContractAt, referenceAt } from "../../cli/package/public-contract.ts";
import { services } from "../../emulator/areas/common/outages.ts";
import { controlOperations, ownControlOperations } from "../../emulator/control/index.ts";
import { createParts } from "../../emulator/index.ts";
import * as library from "../../emulator/library.ts";
import { createOperations } from "../../emulator/operations.ts";
import { startEmulator } from "../../emulator/start.ts";
import { readPublicContract } from "../../spec/index.ts";
import { documentedOperations } from "../../spec/json.ts";
import { emulating, root } from "../cli/command-line.ts";
import { Shell } from "./shell.ts";
import { expectShown, guidePages, stepsOf } from "./shown-commands.ts";

const START = Date.UTC(2026, 0, 1, 8);

const documented = new Set(
  documentedOperations(readPublicContract()).map(({ operation }) => operation["operationId"]),
);
const controls = [...controlOperations, ...ownControlOperations];
/** The routes that the interface document does not show. */
const routes = [
  ...controls.map(({ method, path }) => ({
    method,
    path: `/control${path}`,
  })),
  ...createOperations(createParts()).filter(({ operationId }) => !documented.has(operationId)),
];

test("each command of the guide prints what the guide shows, and each route beyond the document is asked by one", async () => {
  await using emulator = await library.startEmulator({
    clock: { now: START },
    contract: publicContractAt,
    reference: referenceAt,
  });
  const shell = new Shell({
    "http://127.0.0.1:4010": emulator.paymentUrl,
    "http://127.0.0.1:4011": emulator.checkoutUrl,
  });
  let compared = 0;
  for (const page of guidePages) {
    for (const step of stepsOf(page)) {
      let printed = "";
      for (const line of step.lines) printed = await shell.run(line);
      expectShown(printed, step);
      if (step.shown !== undefined) compared += 1;
    }
  }
  expect(compared).toBeGreaterThan(60);
  const asked = [...shell.asked];
  expect(routes.length).toBeGreaterThan(80);
  const unasked = routes.filter(({ method, path }) => {
    const form = new RegExp(`^${method} ${path.replaceAll(/:\w+/g, "[^/]+")}$`);
    return !asked.some((request) => form.test(request));
  });
  expect(unasked.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
});

/** The commands of the guide that start an emulator, without what other tests of pages run: seed files and folders. */
const starts = guidePages.flatMap((page) =>
  [...readFileSync(join(root, page), "utf8").matchAll(/^(?:npx )?payconform (emulate .*)$/gm)]
    .map(([, command = ""]) => command)
    .filter((command) => !/--(?:state|replay|seed-file) /.test(command)),
);

test.each(starts)("payconform %s starts", async (command) => {
  const [, ...flags] = command.replace(/--port \d+ /, "").split(/ +/);
  expect((await (await emulating([...flags, "--port", "0"])).end()).code).toBe(0);
});

test("the guide names each field of each body of control", () => {
  const guide = readdirSync(join(root, "docs/emulator")).map((name) =>
    readFileSync(join(root, "docs/emulator", name), "utf8"),
  );
  const fields = controls.flatMap(({ fields: all = [] }) =>
    all.map(({ field }) => field.split(".").at(-1) ?? ""),
  );
  const unnamed = fields.filter(
    (field) =>
      field !== "*" && !guide.some((text) => text.includes(`"${field}"`) || text.includes(`\`${field}\``)),
  );
  expect([...new Set(unnamed)]).toEqual([]);
});

test("an outage refuses the operations that the guide lists, and no others, as it says", async () => {
  await using emulator = await startEmulator();
  const vendor = String((await emulator.control("POST", "/vendors", { name: "Boutique" }))["acct"]);
  let keys = 0;
  const send = (path: string, body?: object): Promise<Response> =>
    fetch(`${emulator.paymentUrl}/v1${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        authorization: `Bearer ${emulator.merchant.testKey}`,
        "content-type": "application/json",
        "idempotency-key": `key-${(keys += 1)}`,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const charge = { amount: 5_000, currency: "xaf", on_behalf_of: vendor, application_fee_rate: 10 };
  const requests: Record<string, () => Promise<Response>> = {
    createAccount: () => send("/connect/accounts", { name: "Boutique" }),
    createAllocation: () => send("/connect/allocations", { destination: vendor, amount: 5_000 }),
    createOnboardingLink: () => send(`/connect/accounts/${vendor}/onboarding_links`, {}),
    createPaymentIntent: () => send("/payment-intents", charge),
    createWithdrawal: () => send(`/connect/accounts/${vendor}/withdrawals`, {}),
    retrieveAccountCompliance: () => send(`/connect/accounts/${vendor}/compliance`),
  };
  const page = readFileSync(join(root, "docs/emulator/routes.md"), "utf8");
  const rows = [...page.matchAll(/^\| `([\w-]+)` \| (`create.*|`retrieve.*) \| (\d{3}) `(E_\w+)` \|$/gm)];
  expect(rows.map(([, service]) => service).sort()).toEqual(services.toSorted());
  for (const [, service, operations = "", status, code] of rows) {
    await emulator.control("POST", "/outages", { service });
    const refused: string[] = [];
    for (const [operationId, request] of Object.entries(requests)) {
      const answer = await request();
      if ((await answer.text()).includes(`"${code}"`) && answer.status === Number(status))
        refused.push(operationId);
    }
    expect([service, ...refused]).toEqual([
      service,
      ...[...operations.matchAll(/`(\w+)`/g)]
        .map(([, name]) => name)
        .filter((name) => name !== "on_behalf_of"),
    ]);
    await emulator.control("DELETE", `/outages/${service}`);
  }
});

test("the guide shows the account and the key that the emulator prints", async () => {
  await using emulator = await library.startEmulator();
  const page = readFileSync(join(root, "docs/emulator/README.md"), "utf8");
  expect(page).toContain(`ACCOUNT=${emulator.merchant.accountId}\n`);
  expect(page).toContain(`KEY=${emulator.merchant.testKey}\n`);
});

/** The tests that a page shows, each with the helpers before it. */
function shownTests(page: string): readonly { name: string; run: () => Promise<void> }[] {
  const text = readFileSync(join(root, page), "utf8");
  const blocks = [...text.matchAll(/^```ts\n([^]*?)^```/gm)].map(([, block = ""]) => block);
  const source = blocks
    .join("\n")
    .replace(/^import type .*\n/gm, "")
    .replace(/^import \{.*\} from ".*";\n/gm, "");
  const { outputText } = ts.transpileModule(source, { compilerOptions: { target: ts.ScriptTarget.ES2022 } });
  const found: { name: string; run: () => Promise<void> }[] = [];
  const collect = runInThisContext(`(test, expect, startEmulator, createServer) => {${outputText}}`) as (
    ...given: unknown[]
  ) => void;
  const add = (name: string, run: () => Promise<void>) => found.push({ name, run });
  collect(add, expect, library.startEmulator, createServer);
  return found;
}

describe.each(["docs/emulator/recipes.md", "docs/emulator/tests.md"])("the tests in %s", (page) => {
  test("are found", () => expect(shownTests(page).length).toBeGreaterThan(0));
  test.each(shownTests(page))("$name", ({ run }) => run());
});
