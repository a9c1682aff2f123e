import type { Bench } from "../client.ts";
import { MerchantModel, type VendorModel } from "./model.ts";
import { accepted, type Reply } from "./service.ts";

/** Executes an operation; undefined if there is no object for it. */
export type Act = () => Promise<Reply | undefined> | undefined;

/** Sends a request. A suffix `#KEY` of the path is the idempotency key. */
type Send = (method: string, path: string, body?: unknown) => Promise<Reply>;

/** What the operations of a merchant need. */
export interface Actor {
  readonly accountId: string;
  readonly model: MerchantModel;
  readonly random: (below: number) => number;
  readonly control: Send;
  /** The path of the merchant in the control protocol. */
  readonly here: string;
  /** Sends a request with the merchant's key to the payment host. */
  readonly ours: Send;
  /** Sends a request with the merchant's key to the checkout host. */
  readonly hosted: Send;
  /** Picks a random element. */
  readonly one: <T>(of: readonly T[]) => T | undefined;
  readonly vendor: () => VendorModel;
  readonly amount: () => number;
  /** A new idempotency key, as a suffix of a path. */
  readonly nextKey: () => string;
}

/** Creates a merchant. */
export async function createActor(
  { control, call, emulator }: Bench,
  random: (below: number) => number,
  funds: number,
): Promise<Actor> {
  const made = accepted(
    await control("POST", "/merchants", { connectMode: "marketplace", funds }),
    "a merchant",
  ) as { accountId: string; keys: { test: string } };
  const { accountId } = made;
  const via =
    (host: "payment" | "checkout"): Send =>
    (method, path, body) => {
      const [route = "", key] = path.split("#");
      return call(method, route, body, {
        ...{ host, authorization: `Bearer ${made.keys.test}` },
        ...(key !== undefined && { headers: { "idempotency-key": key } }),
      });
    };
  const model = new MerchantModel(emulator.engine.clocks.now(accountId), funds);
  const one: Actor["one"] = (of) => of[random(of.length)];
  let keys = 0;
  return {
    accountId,
    model,
    random,
    control,
    here: `/merchants/${accountId}`,
    ours: via("payment"),
    hosted: via("checkout"),
    one,
    vendor: () => one(model.vendors) as VendorModel,
    amount: () => 100 + random(20_000),
    nextKey: () => `#${accountId}-${(keys += 1)}`,
  };
}

/** The id in the reply to a request. @throws Error if the request was refused */
export const idOf = (reply: Reply, what: string): string => String(accepted(reply, what)["id"]);

/** Creates a payment intent and returns its id. */
export const intent = async ({ ours }: Actor, body: object): Promise<string> =>
  idOf(await ours("POST", "/v1/payment-intents", { currency: "xaf", ...body }), "an intent");

/** The reply to a request. If the request must be refused with a status and is, the reply becomes one of status 200. */
export const expected = async (
  reply: Promise<Reply>,
  isAccepted: boolean,
  status: number,
): Promise<Reply> => {
  const got = await reply;
  if (isAccepted || got.status !== status) return got;
  return { status: 200, json: got.json };
};
