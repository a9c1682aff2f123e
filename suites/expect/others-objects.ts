import type { Api } from "../../harness/api.ts";
import type { Check } from "../../harness/check.ts";
import type { Answer } from "../../harness/http/answer.ts";
import { type RuleCheck, rule } from "../../harness/rule.ts";
import { Inconclusive, NeedMissing } from "../../harness/verdicts.ts";
import type { Resource } from "./creations.ts";
import { readBack } from "./reading.ts";
import { expectRefusal } from "./refusals.ts";

type Area = "payment-intents" | "disbursements" | "remittances";

/** Objects of another merchant, and of the other environment, are unknown; how they are refused is open. */
export const othersAreRefused = (area: Area, resource: Resource): readonly RuleCheck[] => [
  rule(`${area}/another-merchants-is-refused`, async (check) => {
    const { api } = await check.merchant();
    const other = await check.otherMerchant();
    const created = check.succeeded(await resource.send(other.api, await resource.body(check, other)));
    const id = await readableId(check, resource, { created, owner: other.api });
    expectRefusal(await resource.retrieve(api, id), "the id of another merchant's object");
  }),

  /** A live key moves real money, so this is judged for a merchant of the check's own. */
  rule(`${area}/live-is-refused-with-test-key`, async (check) => {
    const merchant = await check.ownMerchant();
    if (merchant.liveKey === null) throw new NeedMissing("key.live");
    const live = check.as(merchant.liveKey);
    const created = await resource.send(live, await resource.body(check, merchant));
    if (!created.succeeded)
      throw new Inconclusive("the live key creates nothing here: the profile's URL may be a sandbox alone");
    const id = await readableId(check, resource, { created, owner: live });
    expectRefusal(await resource.retrieve(merchant.api, id), "the id of an object of the live key");
  }),
];

/** The id of a new object that its owner can retrieve. */
async function readableId(
  check: Check,
  { retrieve }: Resource,
  { created, owner }: { readonly created: Answer; readonly owner: Api },
): Promise<string> {
  const id = String((created as Answer<{ readonly id: string }>).field("id"));
  await readBack(check, () => retrieve(owner, id));
  return id;
}
