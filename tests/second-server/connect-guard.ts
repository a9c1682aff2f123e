/** Guards shared by the Connect routes: targets (§7.3), idempotency keys (§7.6), reading of pages. */
import type { Vendor } from "./connect-types.ts";
import { fault, Refusal, type Reply, refuseFaults } from "./fields.ts";
import { type Call, unauthorized } from "./router.ts";

/** The vendor with this id, if the caller may act on it; 403 or 401 otherwise (§7.3). */
export function vendorFor(call: Call, id: string): Vendor {
  const vendor = call.world.vendors.get(id);
  if (vendor === undefined || vendor.deleted || vendor.owner !== call.merchant.accountId) {
    throw new Refusal(403, { message: "Forbidden" });
  }
  if (vendor.live !== call.books.live) throw unauthorized(undefined);
  return vendor;
}

const DAY = 86_400_000;
/** How long a key is held before its operation is carried out; concurrent uses meet a conflict. */
const HOLD = 15;

/** The header, if it is there; 422 if it is missing though required, or too long (§7.4). */
export function idempotencyKey(call: Call, required: boolean): string | null {
  const key = call.request.header("idempotency-key");
  if (key === null || key.trim() === "") {
    if (required) refuseFaults(422, [fault("Idempotency-Key", "required")]);
    return null;
  }
  if (required && key.length > 255) refuseFaults(422, [fault("Idempotency-Key", "maxLength")]);
  return key;
}

export interface OnceOptions {
  /** Route and target the key counts for. */
  scope: string;
  key: string | null;
  /** What makes two requests the same. */
  fingerprint: string;
  /** Whether the same request again gets the first answer, or a 409. */
  again: "replay" | "refuse";
  act: () => Reply;
}

/** Carries out `act` once per key. A refused request leaves its key free. */
export async function once({ books, now }: Call, options: OnceOptions): Promise<Reply> {
  const { scope, key, fingerprint, again, act } = options;
  if (key === null) return act();
  const slot = `${scope} ${key}`;
  const known = books.keys.get(slot);
  if (known !== undefined) {
    if (known.reply === null) {
      throw new Refusal(409, { code: "E_IDEMPOTENCY_CONFLICT", detail: "Still working on it" });
    }
    if (again === "replay" && known.fingerprint === fingerprint && now - known.atMs < DAY) return known.reply;
    throw new Refusal(409, { code: "E_DUPLICATE_OPERATION", detail: "This key is spent" });
  }
  books.keys.set(slot, { fingerprint, reply: null, atMs: now });
  try {
    await new Promise((resolve) => setTimeout(resolve, HOLD));
    const reply = act();
    books.keys.set(slot, { fingerprint, reply, atMs: now });
    return reply;
  } catch (error) {
    books.keys.delete(slot);
    throw error;
  }
}

/** Refuses fields that a route does not take (§7.4). */
export function refuseFields(body: unknown, names: readonly string[], rule: "unsupported" | "derived"): void {
  if (typeof body !== "object" || body === null) return;
  refuseFaults(
    422,
    names.filter((name) => Object.hasOwn(body, name)).map((name) => fault(name, rule)),
  );
}
