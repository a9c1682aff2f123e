import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { RecordedExchange } from "../../harness/results.ts";
import { unpacked } from "../reports/page/unpacked.ts";
import { emptyFolder, inThisProcess } from "./command-line.ts";
import { startMutant } from "../mutant.ts";

const RULE = "payment-intents/created-label";
const folder = emptyFolder();
const read = (path: string): string => readFileSync(join(folder, path), "utf8");

async function violated() {
  const emulator = await startMutant("created-intent-label-wrapped-in-an-object");
  const judge = async (trace: string, patterns = [RULE, "authentication/*payment-intent*"]) => {
    const { paymentUrl, merchant } = emulator;
    writeFileSync(join(folder, "payconform.yaml"), `target: { baseUrl: "${paymentUrl}" }\n${trace}`);
    const env = { PAYCONFORM_KEY: merchant.testKey };
    const args = ["run", "--rules", ...patterns, "--runs", "2", "--no-allure"];
    const { code, stderr } = await inThisProcess(args, { folder, env });
    expect([code, stderr]).toEqual([1, ""]);
    const { rules } = JSON.parse(read("payconform-out/conformance.json")) as {
      rules: {
        id: string;
        violation: { curl: string[] } | null;
        decisiveExchange: RecordedExchange | null;
      }[];
    };
    const rule = rules.find(({ id }) => id === RULE);
    return { curl: rule?.violation?.curl.join("\n") ?? "", exchange: rule?.decisiveExchange ?? null };
  };
  return { emulator, judge, [Symbol.asyncDispose]: () => emulator.close() };
}

test("from a violation, each report leads to the request in the log of the emulator, and in its dashboard", async () => {
  await using target = await violated();
  const { paymentUrl } = target.emulator;
  const { curl, exchange } = await target.judge(`trace: { link: "${paymentUrl}/dashboard/why/{case}" }\n`);
  const { id = "", span = "", case: name = "", link = "" } = exchange?.trace ?? {};
  expect(name).toMatch(/^[a-z-]+\/[a-z-]+#\d+$/);
  const parent = `00-${id}-${span}-01`;
  for (const header of [`traceparent: ${parent}`, `Payconform-Case: ${name}`]) {
    expect(curl).toContain(header);
    expect(read("payconform-out/transcripts/payment-intents__created-label.http")).toContain(header);
  }
  const page = unpacked(read("payconform-out/report.html"))[`rule/${RULE}`] ?? "";
  expect(page).toContain(`Case <code>${name}</code>, trace <a href="${link}" rel="noreferrer">${id}</a>`);

  const logged = target.emulator.requests().filter((request) => request.case === name);
  expect(logged).toMatchObject([{ operationId: "createPaymentIntent" }]);
  const dashboard = await (await fetch(link)).text();
  expect(dashboard).toContain(`Request ${logged[0]?.id}`);
  expect(dashboard).toContain(`<code>${name}</code>`);
});

test("with `trace: false`, no request carries a header", async () => {
  await using target = await violated();
  const cases = (): readonly (string | undefined)[] =>
    target.emulator.requests().map((request) => request.case);
  await target.judge("");
  expect(cases().filter((name) => name !== undefined).length).toBeGreaterThan(10);
  const before = cases().length;
  const { curl, exchange } = await target.judge("trace: false\n");
  expect(exchange?.trace).toBeUndefined();
  expect(curl).not.toMatch(/traceparent|Payconform-Case/i);
  const since = cases().slice(0, cases().length - before);
  expect(since.filter((name) => name !== undefined)).toEqual([]);
});

test("the reads that trace rules need are found as well", async () => {
  await using target = await violated();
  await target.judge("", [RULE, "payment-intents/same-everywhere"]);
  const reads = target.emulator
    .requests()
    .filter(({ operationId, answer }) => operationId === "retrievePaymentIntent" && answer?.status === 200)
    .map((request) => request.case ?? "none");
  expect(reads).toContainEqual(expect.stringMatching(/^read-again#\d+$/));
  expect(reads).not.toContain("none");
});
