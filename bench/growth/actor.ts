import { MerchantModel, type VendorModel } from "./model.ts";
import { accepted, type Reply, type Service } from "./service.ts";

/** Does one thing, unless there is nothing to do it with. */
export type Act = () => Promise<Reply | undefined> | undefined;

type Send = (method: string, path: string, body?: unknown) => Promise<Reply>;

/** What a merchant acts with. */
export interface Actor {
  readonly accountId: string;
  readonly model: MerchantModel;
  readonly random: (below: number) => number;
  readonly control: Send;
  /** Where control has it. */
  readonly here: string;
  /** With the merchant's key: the payment host, and the checkout host. */
  readonly ours: Send;
  readonly hosted: Send;
  readonly one: <T>(of: readonly T[]) => T | undefined;
  readonly vendor: () => VendorModel;
  readonly amount: () => number;
  /** An idempotency key, as the end of a path. */
  readonly nextKey: () => string;
}

/** Makes a merchant. */
export async function createActor(service: Service, random: (below: number) => number): Promise<Actor> {
  const { control, payment, checkout, emulator } = service;
  const funds = 1_000_000;
  const made = accepted(
    await control("POST", "/merchants", { connectMode: "marketplace", funds }),
    "a merchant",
  ) as { accountId: string; keys: { test: string } };
  const { accountId } = made;
  const key = made.keys.test;
  const model = new MerchantModel(emulator.engine.clocks.now(accountId), funds);
  const one: Actor["one"] = (of) => of[random(of.length)];
  let keys = 0;
  return {
    accountId,
    model,
    random,
    control,
    here: `/merchants/${accountId}`,
    ours: (method, path, body) => payment(method, path, body, key),
    hosted: (method, path, body) => checkout(method, path, body, key),
    one,
    vendor: () => one(model.vendors) as VendorModel,
    amount: () => 100 + random(20_000),
    nextKey: () => `#${accountId}-${(keys += 1)}`,
  };
}

/** The id in what must have been accepted. */
export const idOf = (reply: Reply, what: string): string => String(accepted(reply, what)["id"]);

/** Makes a payment intent. */
export const intent = async ({ ours }: Actor, body: object): Promise<string> =>
  idOf(await ours("POST", "/v1/payment-intents", { currency: "xaf", ...body }), "an intent");

/** A request that must be refused with a status, or accepted. */
export const expected = async (
  reply: Promise<Reply>,
  isAccepted: boolean,
  status: number,
): Promise<Reply> => {
  const got = await reply;
  if (isAccepted || got.status !== status) return got;
  return { status: 200, body: got.body };
};
