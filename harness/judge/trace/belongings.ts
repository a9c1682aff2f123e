import type { ReceivedEvent } from "../../event.ts";
import { answerOf, type Call, effectOf } from "./calls.ts";
import type { TraceContext, TraceRule, Witness } from "./rule.ts";

/** The shortest identifier that no target gives to something else as well, UTF-16 units. */
const SHORTEST = 8;

/**
 * What belongs to one object shows at no other: the client secret of an intent, the idempotency key and the marketplace of an allocation, the wallet of
 * a vendor, the charge of an intent (§2.1, §6.2). What a target shows instead is open.
 */
export function ownBelongingsOnly({ judge, callerOf }: TraceContext): TraceRule {
  /** By secret, and by intent, the creation of an intent. */
  const secrets = new Map<string, Call>();
  const intents = new Map<string, Call>();
  /** By account and idempotency key, a request with it. */
  const keyed = new Map<string, Call>();
  /** By allocation, the request that created it. */
  const allocations = new Map<string, Call>();
  /** By wallet, its account, and the event that was the first to say so. */
  const wallets = new Map<string, { readonly account: string; readonly event: ReceivedEvent }>();
  /** By endpoint and charge, the fee in whose event it was first. */
  const charges = new Map<string, ReceivedEvent>();

  function judgeOwner(about: {
    readonly rule: string;
    readonly seen: Witness;
    readonly field: string;
    readonly what: string;
    /** What shows whose it is, if it is another one's. */
    readonly other: Witness | undefined;
  }): void {
    const { rule, seen, field, what, other } = about;
    judge({
      ...{ rule, seen, field, holds: other === undefined },
      earlier: other === undefined ? [] : [other],
      expected: `no ${what}`,
      actual: "it is that of another one",
    });
  }

  const RULE = "connect-events/names-what-is-its-own";

  function judgeWallet(event: ReceivedEvent, field: string, account: unknown): void {
    const wallet = event.data[field];
    if (typeof wallet !== "string" || wallet.length < SHORTEST || typeof account !== "string") return;
    const first = wallets.get(wallet) ?? { account, event };
    wallets.set(wallet, first);
    const other = first.account === account ? undefined : first.event;
    const about = { seen: event, field: `/event/data/${field}`, what: "wallet of another account" };
    judgeOwner({ rule: RULE, ...about, other });
  }

  function judgeTransfer(event: ReceivedEvent): void {
    const { id, idempotencyReference: reference, controllerAccountId: controller } = event.data;
    const creation = typeof id === "string" ? allocations.get(id) : undefined;
    const account = creation === undefined ? null : (callerOf(creation)?.account ?? null);
    if (creation === undefined || account === null) return;
    if (typeof reference === "string") {
      const user = creation.idempotencyKey === reference ? undefined : keyed.get(`${account} ${reference}`);
      const what = "idempotency key of another request";
      judgeOwner({ rule: RULE, seen: event, field: "/event/data/idempotencyReference", what, other: user });
    }
    if (typeof controller === "string") {
      const other = controller === account ? undefined : creation;
      const about = { seen: event, field: "/event/data/controllerAccountId", what: "other marketplace" };
      judgeOwner({ rule: RULE, ...about, other });
    }
  }

  function judgeCharge(event: ReceivedEvent): void {
    const { chargeId: charge, intentId: intent } = event.data;
    if (typeof charge !== "string" || typeof intent !== "string") return;
    const key = `${event.address} ${charge}`;
    const first = charges.get(key);
    if (first === undefined) charges.set(key, event);
    const other = first?.data["intentId"] === intent ? undefined : first;
    judgeOwner({
      rule: RULE,
      seen: event,
      field: "/event/data/chargeId",
      what: "charge of another intent",
      other,
    });
  }

  return {
    begins: (call) => {
      if (call.idempotencyKey === null) return;
      const key = `${callerOf(call)?.account ?? ""} ${call.idempotencyKey}`;
      if (!keyed.has(key)) keyed.set(key, call);
    },
    ends: (call) => {
      const id = call.operation?.id;
      if (effectOf(call) !== "made") return;
      const answer = answerOf(call);
      const isText = (value: unknown): value is string => typeof value === "string" && value !== "";
      if (id === "createAllocation" && isText(answer["id"]) && !allocations.has(answer["id"]))
        allocations.set(answer["id"], call);
      if (id === "createPaymentIntent" && isText(answer["id"])) {
        intents.set(answer["id"], call);
        if (isText(answer["clientSecret"])) secrets.set(answer["clientSecret"], call);
      }
      const { id: intent, client_secret: shown } = answer;
      if (id !== "retrievePaymentIntent" || !isText(shown) || !isText(intent)) return;
      const own = intents.get(intent);
      const isOwn = own === undefined || answerOf(own)["clientSecret"] === shown;
      const owner = isOwn ? undefined : secrets.get(shown);
      judgeOwner({
        ...{ rule: "payment-intents/client-secret-is-its-own", seen: call, field: "/client_secret" },
        ...{ what: "client secret of another intent", other: owner },
      });
    },
    arrives: (event) => {
      switch (event.type) {
        case "connect.transfer.created":
          judgeTransfer(event);
          judgeWallet(event, "sourceWalletId", event.data["controllerAccountId"]);
          judgeWallet(event, "destinationWalletId", event.account);
          break;
        case "connect.funds.available":
          judgeWallet(event, "wallet", event.account);
          break;
        case "connect.application_fee.created":
          judgeCharge(event);
          break;
      }
    },
  };
}
