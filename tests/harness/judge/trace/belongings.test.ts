import { arrives, call, loses, MERCHANT, OTHER, testRule } from "./history.ts";

const created = (id: string, clientSecret: string) =>
  call({ operation: "createPaymentIntent" }, { id, clientSecret });
const retrieved = (client_secret: unknown) =>
  call({ operation: "retrievePaymentIntent", path: { id: "pi_1" } }, { id: "pi_1", client_secret });
const two = [created("pi_1", "1_secret_a"), created("pi_2", "2_secret_b")];

testRule("payment-intents/client-secret-is-its-own", {
  violatedInShared: { "that of another intent": [...two, retrieved("2_secret_b")] },
  permitted: {
    "its own": [...two, retrieved("1_secret_a")],
    "an empty one": [...two, retrieved("")],
    "another one": [...two, retrieved("1_secret_c")],
    none: [...two, retrieved(null)],
    "one that two intents have": [created("pi_1", "same"), created("pi_2", "same"), retrieved("same")],
    "of an intent that was there before": [created("pi_2", "2_secret_b"), retrieved("1_secret_a")],
  },
});

const allocated = (id: string, idempotencyKey?: string, key = MERCHANT.test) =>
  call(
    {
      ...{ operation: "createAllocation", body: { destination: "acct_v" }, key },
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    },
    { id, destination: "acct_v" },
    201,
  );
const transferred = (id: string, idempotencyReference?: unknown) =>
  arrives("connect.transfer.created", {
    id,
    ...(idempotencyReference === undefined ? {} : { idempotencyReference }),
  });
const moved = (vendor: string, data: Readonly<Record<string, unknown>>) =>
  arrives(
    "connect.transfer.created",
    { controllerAccountId: MERCHANT.account, ...data },
    { id: `evt_${JSON.stringify(data)}${vendor}`, account: vendor },
  );
const ripe = (vendor: string, wallet: unknown) =>
  arrives("connect.funds.available", { wallet }, { id: `evt_${vendor}`, account: vendor });
const charged = (id: string, chargeId: unknown, intentId: unknown, address = "inbox") =>
  arrives("connect.application_fee.created", { id, chargeId, intentId }, { id: `evt_${id}`, address });

testRule("connect-events/names-what-is-its-own", {
  violatedInShared: {
    "the key of another allocation": [allocated("ctr_1", "k"), allocated("ctr_2"), transferred("ctr_2", "k")],
    "the key of an allocation with another key": [
      allocated("ctr_1", "k"),
      allocated("ctr_2", "l"),
      transferred("ctr_2", "k"),
    ],
    "another marketplace": [
      allocated("ctr_1"),
      arrives("connect.transfer.created", { id: "ctr_1", controllerAccountId: OTHER.account }),
    ],
    "the wallet of another vendor": [
      moved("acct_v", { destinationWalletId: "wallet_v" }),
      moved("acct_w", { destinationWalletId: "wallet_v" }),
    ],
    "the wallet of the marketplace": [
      moved("acct_v", { sourceWalletId: "wallet_m" }),
      moved("acct_v", { destinationWalletId: "wallet_m" }),
    ],
    "available funds in the wallet of another vendor": [
      moved("acct_v", { destinationWalletId: "wallet_v" }),
      ripe("acct_w", "wallet_v"),
    ],
    "the charge of another intent": [charged("afee_1", "ch_1", "pi_1"), charged("afee_2", "ch_1", "pi_2")],
  },
  permitted: {
    "its own key": [allocated("ctr_1", "k"), transferred("ctr_1", "k")],
    "a reference of its own": [allocated("ctr_1", "k"), allocated("ctr_2"), transferred("ctr_2", "ref_2")],
    "no reference": [allocated("ctr_1", "k"), allocated("ctr_2"), transferred("ctr_2", null)],
    "the key that another account used": [
      allocated("ctr_1", "k", OTHER.test),
      allocated("ctr_2"),
      transferred("ctr_2", "k"),
    ],
    "the key of a repetition": [
      loses({ operation: "createAllocation", idempotencyKey: "k" }),
      allocated("ctr_1", "k"),
      transferred("ctr_1", "k"),
    ],
    "its own wallets": [
      moved("acct_v", { sourceWalletId: "wallet_m", destinationWalletId: "wallet_v" }),
      moved("acct_w", { sourceWalletId: "wallet_m", destinationWalletId: "wallet_w" }),
      ripe("acct_v", "wallet_v"),
    ],
    "wallets counted by each account": [
      moved("acct_v", { destinationWalletId: "1" }),
      moved("acct_w", { destinationWalletId: "1" }),
    ],
    "its own marketplace": [
      allocated("ctr_1"),
      arrives("connect.transfer.created", { id: "ctr_1", controllerAccountId: MERCHANT.account }),
    ],
    "two charges": [charged("afee_1", "ch_1", "pi_1"), charged("afee_2", "ch_2", "pi_2")],
    "two fees of a charge": [charged("afee_1", "ch_1", "pi_1"), charged("afee_2", "ch_1", "pi_1")],
    "charges without a name": [charged("afee_1", null, "pi_1"), charged("afee_2", null, "pi_2")],
    "charges counted by each endpoint": [
      charged("afee_1", "1", "pi_1"),
      charged("afee_2", "1", "pi_2", "other"),
    ],
  },
});
