import { NeedMissing, rule, textOf } from "../kit.ts";
import { expectAnyRefusal } from "../expect/refusals.ts";
import { ACCOUNT_NAMES } from "../fixtures/ordinary-requests.ts";
import { readWithEachKey } from "../fixtures/secret-keys.ts";

/** What a merchant reads about its activation (§2.7, §4.6). */
export default [
  rule("activation/answered-when-not-activated", async (check) => {
    const merchant = await check.merchantLike("merchant-not-activated", {});
    check.expect(await merchant.api.retrieveActivation()).toAnswer(200);
  }),

  /** Uses a live key that another route of the payment host accepts. */
  rule("activation/answered-with-a-live-key", async (check) => {
    const { liveKey } = await check.ownMerchant();
    if (liveKey === null) throw new NeedMissing("key.live");
    const live = check.as(liveKey);
    check.succeeded(await live.listRemittances({ query: { page: 1, limit: 1 } }));
    check.expect(await live.retrieveActivation()).toAnswer(200);
  }),

  rule("activation/null-mode-when-not-activated", async (check) => {
    const merchant = await check.merchantLike("merchant-not-activated", {});
    const read = check.succeeded(await merchant.api.retrieveActivation());
    const { connect_mode: mode } = read.body as { connect_mode?: unknown };
    check.expect.field("connect_mode", mode ?? null, read).toBe(null);
  }),

  rule("activation/id-is-the-callers-account", async (check) => {
    const merchant = await check.ownMerchant();
    for (const read of await readWithEachKey(check, merchant, (api) => api.retrieveActivation()))
      check.expect.field("id", read.field("id"), read).toBe(merchant.accountId);
  }),

  /** Names another merchant's account in the query. The target may refuse the request. */
  rule("activation/named-account-is-not-read", async (check) => {
    const { api } = await check.ownMerchant();
    const other = await check.otherMerchant();
    const own = check.succeeded(await api.retrieveActivation());
    for (const name of ACCOUNT_NAMES) {
      const read = await api.retrieveActivation({ query: { [name]: other.accountId } });
      if (read.succeeded) check.expect.field("id", read.field("id"), read).toBe(own.field("id"));
      else expectAnyRefusal(check, read);
    }
  }),

  /** Two merchants read their activations, twice each. */
  rule("activation/each-merchant-reads-its-own", async (check) => {
    const merchants = [await check.ownMerchant(), await check.otherMerchant()];
    const ids: string[] = [];
    for (const merchant of [...merchants, ...merchants]) {
      const read = check.succeeded(await merchant.api.retrieveActivation());
      ids.push(textOf(read.field("id")));
    }
    const [first, second, firstAgain, secondAgain] = ids;
    check.expect.that("the second merchant's activation", second).toDifferFrom(first);
    check.expect
      .that("what both merchants read the second time", [firstAgain, secondAgain])
      .toBe([first, second]);
  }),
];
