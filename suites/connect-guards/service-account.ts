import fc from "fast-check";
import type { Check } from "../../harness/check.ts";
import type { Answer } from "../../harness/http/answer.ts";
import { type RuleCheck, rule } from "../../harness/rule.ts";
import { Inconclusive } from "../../harness/verdicts.ts";
import type { RuleId } from "../../spec/generated/rule-ids.ts";
import { givenVendor } from "../connect/given.ts";
import { givenAllocation } from "../connect/money.ts";
import { expectTotal, heldBy, totalOf } from "../connect/wallets.ts";
import { type ConnectOperation, ONBOARDING, OPERATIONS } from "./operations.ts";

type Name = keyof typeof OPERATIONS;
const HEADER = "Service-Account";

/** The reserved header (§5.9, §7.8): no Connect route takes it. */
export default [
  ...(Object.keys(OPERATIONS) as Name[]).map((name) =>
    refusesHeader(`connect-guards/${name}-with-service-account`, OPERATIONS[name], name),
  ),
  refusesHeader("connect-guards/onboarding-link-with-service-account", ONBOARDING),

  /** Goal: the refusal says something. Method: every route that names nothing, with values of many kinds. */
  rule("connect-guards/service-account-message", async (check) => {
    const { api } = await check.merchant();
    check.succeeded(await api.retrieveActivation());
    await check.property({
      effort: 0.5,
      from: fc.record({ reading: fc.nat(3), value: headerValues() }),
      holds: async ({ reading, value }) => {
        const answer = await readings(check, { headers: { [HEADER]: value } })[reading]?.();
        if (answer === undefined) return;
        check.expect(answer).toAnswer(400);
        const told = messageIn(answer);
        check.expect
          .that("the message of the refusal", told?.text, answer)
          .toSatisfy("a text", (text) => typeof text === "string" && text.trim() !== "");
        check.observe("service-account-message-place", told?.place ?? "nowhere");
      },
    });
  }),

  /** Goal: a credential that is no secret key does not make the header acceptable. */
  rule("connect-guards/service-account-with-other-credential", async (check) => {
    await check.property({
      effort: 0.5,
      from: fc.record({
        reading: fc.nat(3),
        credential: fc.oneof(
          fc
            .constantFrom("pk_test_", "pt_test_", "whsec_", "")
            .chain((prefix) => fc.stringMatching(/^[a-z0-9]{24}$/).map((rest) => `Bearer ${prefix}${rest}`)),
          fc.stringMatching(/^[A-Za-z0-9]{20}$/).map((text) => `Basic ${text}`),
        ),
      }),
      examples: ["pk_test_", "pt_test_", ""].map((prefix, reading) => ({
        reading,
        credential: `Bearer ${prefix}000000000000000000000000`,
      })),
      holds: async ({ reading, credential }) => {
        const odd = { headers: { [HEADER]: "partner-1" }, authorization: credential };
        const answer = await readings(check, odd)[reading]?.();
        if (answer === undefined) return;
        check.expect(answer).toAnswer(400, 401);
        check.observe("service-account-without-key", String(answer.status));
      },
    });
  }),

  /** Goal: the refusal comes before any effect. Method: the vendor's balances around it; the twin then credits them. */
  rule("connect-guards/service-account-has-no-effect", async (check) => {
    const vendor = await givenVendor(check);
    const first = await givenAllocation(check, vendor);
    const before = totalOf(await heldBy(check, vendor));
    for (const value of ["partner-1", vendor.merchant.accountId]) {
      const refused = await vendor.merchant.api.createAllocation({
        body: { destination: vendor.acct, amount: first.asked },
        headers: { [HEADER]: value },
      });
      check.expect(refused).toAnswer(400);
    }
    await expectTotal(check, vendor, before, "after allocations with the reserved header");
    const twin = await givenAllocation(check, vendor);
    await expectTotal(check, vendor, before + twin.amount, "after one without it");
  }),
];

/** Goal: the header is refused, whatever it says. Method: the same request with and without it. */
function refusesHeader(id: RuleId, operation: ConnectOperation, name = ""): RuleCheck {
  const judge = async (check: Check): Promise<void> => {
    const send = await operation.prepare(check);
    for (const value of ["partner-1", (await check.merchant()).accountId]) {
      const answer = await send({ headers: { [HEADER]: value } });
      if (answer.status === 422 && operation.mayFailOtherwise === true)
        throw new Inconclusive(`another refusal came first: ${answer.summary}`);
      check.expect(answer).toAnswer(400);
    }
    const twin = await send({});
    if (operation.mayFailOtherwise !== true) check.succeeded(twin);
    else if (twin.status === 400)
      throw new Inconclusive(`it is refused without the header too: ${twin.summary}`);
  };
  return rule(id, judge, { alone: name === "write-payout-schedule" });
}

function headerValues(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.constantFrom("1", "true", "acct_0000000000"),
    fc.stringMatching(/^[A-Za-z0-9_-]{1,40}$/),
  );
}

type Parts = { headers: Record<string, string>; authorization?: string };

/** The readings that name nothing. */
function readings({ api }: Check, parts: Parts): readonly (() => Promise<Answer>)[] {
  return [
    () => api.retrieveActivation(parts),
    () => api.retrievePayoutSchedule(parts),
    () => api.retrieveOverview(parts),
    () => api.listAccounts(parts),
  ];
}

/** Where a refusal says something: which of the places is open. */
function messageIn(answer: Answer): { readonly text: unknown; readonly place: string } | null {
  const body = answer.body as { message?: unknown; error?: unknown; errors?: unknown };
  if (body.message !== undefined) return { text: body.message, place: "message" };
  if (body.error !== undefined) {
    const inner = body.error as { message?: unknown } | string | null;
    return { text: typeof inner === "object" ? inner?.message : inner, place: "error" };
  }
  const first = Array.isArray(body.errors)
    ? (body.errors[0] as { message?: unknown } | undefined)
    : undefined;
  if (first?.message !== undefined) return { text: first.message, place: "an entry of errors" };
  const other = Object.entries(answer.body as object).find(
    ([name, value]) => name !== "code" && typeof value === "string" && value.trim() !== "",
  );
  return other === undefined ? null : { text: other[1] as unknown, place: other[0] };
}
