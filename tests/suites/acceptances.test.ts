import { describe, expect, test } from "vitest";
import { coded } from "../../emulator/kernel/answers.ts";
import { createParts } from "../../emulator/index.ts";
import { startEmulator } from "../../emulator/start.ts";
import type { ProfileInput } from "../../harness/profile/defaults.ts";
import { inOrder, type Replace } from "../../mutants/mutant.ts";
import { finishing, isObject } from "../../mutants/shared/answers.ts";
import { type Judged, judgeUrl } from "../harness/judge-url.ts";

/** The emulator with refusals of its own, judged without control: with URLs and a key, and what else a profile says. */
async function judged(options: {
  change: Replace;
  patterns: readonly string[];
  said?: Omit<ProfileInput, "target">;
}): Promise<Judged> {
  await using emulator = await startEmulator({ seed: 3, parts: options.change(createParts()) });
  const profile = {
    target: { baseUrl: emulator.paymentUrl, checkoutUrl: emulator.checkoutUrl },
    deadlines: { consistencyMs: 100, settleMs: 300 },
    ...options.said,
  };
  const { testKey } = emulator.merchant;
  return await judgeUrl({ profile, testKey, patterns: options.patterns, runs: 2 });
}

const ORDINARY = { amount: 5000, msisdn: "242060000000", country: "CG", operator: "mtn" };
const PAYOUTS = ["disbursements/accepts-every-parameter", "remittances/accepts-required-parameters"];
const withoutFunds = coded(422, "INSUFFICIENT_BALANCE", "The account has too little");

const refusing = (operations: readonly string[], answer: ReturnType<typeof coded>): Replace =>
  inOrder(
    ...operations.map((operation) =>
      finishing(operation, (usual) => (usual.status < 300 ? { ...usual, ...answer } : usual)),
    ),
  );

/** A validation refusal of one field. */
const invalid = (field: string) => ({
  ...coded(422, "", ""),
  body: { errors: [{ rule: "unsupported", field, message: "not taken" }] },
});

describe("a refusal of a documented payout", () => {
  const underfunded = refusing(["createDisbursement", "createRemittance"], withoutFunds);

  test("is permitted if the funds are unknown", async () => {
    for (const said of [{}, { ordinary: ORDINARY }]) {
      const { by } = await judged({ change: underfunded, patterns: PAYOUTS, said });
      expect(by("inconclusive")).toEqual(PAYOUTS);
    }
  });

  test("is a violation if there are funds and the values are accepted", async () => {
    const said = { ordinary: ORDINARY, fixtures: { "marketplace-funds": "1000000" } };
    const { by } = await judged({ change: underfunded, patterns: PAYOUTS, said });
    expect(by("violated")).toEqual(PAYOUTS);
  });

  test("is a violation without funds if it names a parameter other than the amount", async () => {
    const change = refusing(["createDisbursement", "createRemittance"], invalid("first_name"));
    const { by } = await judged({ change, patterns: PAYOUTS, said: { ordinary: ORDINARY } });
    expect(by("violated")).toEqual(PAYOUTS);
  });
});

describe("with a URL and a key, a refusal of a documented request", () => {
  test("is permitted if the profile does not say that its values are accepted", async () => {
    const change = refusing(["createPaymentIntent"], invalid("amount"));
    const { by } = await judged({ change, patterns: ["payment-intents/accepts-*"] });
    expect(by("violated")).toEqual([]);
  });

  test("is a violation if another request with these values is accepted", async () => {
    const change = finishing("createPaymentIntent", (answer) =>
      isObject(answer.body) && Object.keys(answer.body["metadata"] ?? {}).length > 0
        ? { ...answer, ...invalid("metadata") }
        : answer,
    );
    const { by, results } = await judged({ change, patterns: ["payment-intents/accepts-*"] });
    expect(by("violated")).toEqual([
      "payment-intents/accepts-every-parameter",
      "payment-intents/accepts-metadata",
    ]);
    expect(results.get("payment-intents/accepts-metadata")?.violation?.expected).toBe(
      "POST /v1/payment-intents to accept the documented request (an intent with metadata and the required parameters)",
    );
  });

  test("is permitted for an unverified vendor, and for an account with unknown funds", async () => {
    const change = refusing(["createAllocation"], coded(422, "VENDOR_UNVERIFIED", "Not verified"));
    const patterns = ["allocations/accepts-*"];
    const { by } = await judged({ change, patterns, said: { ordinary: ORDINARY } });
    expect(by("violated")).toEqual([]);
    expect(by("inconclusive")).toContain("allocations/accepts-request-with-key");
  });

  test("is permitted if Connect is not activated", async () => {
    const refused = coded(422, "connect.controller_mode_unset", "Connect is not activated");
    const unactivated = finishing("retrieveActivation", (answer) =>
      isObject(answer.body) ? { ...answer, body: { ...answer.body, connect_mode: null } } : answer,
    );
    const patterns = ["overview/accepts-*", "vendors/accepts-list-without-parameters"];
    const change = refusing(["retrieveOverview", "listAccounts"], refused);
    const right = await judged({ change: inOrder(change, unactivated), patterns });
    expect(right.by("inconclusive").length).toBeGreaterThan(20);
    expect(right.by("violated")).toEqual([]);
    const wrong = await judged({ change, patterns });
    expect(wrong.by("violated").length).toBeGreaterThan(20);
  });
});
