import { inOrder, type Replace } from "../../mutant.ts";
import { coded, validationFailed } from "../../../emulator/kernel/answers.ts";
import type { IdempotencyPolicy } from "../../../emulator/kernel/idempotency.ts";
import type { Handler } from "../../mutant.ts";
import { type PartChange, part } from "../../part.ts";

type KeyedRoute = "allocations" | "createAccount" | "withdrawals";

export const KEYED_ROUTES: readonly KeyedRoute[] = ["allocations", "createAccount", "withdrawals"];

/** Changes the idempotency policy of some routes. */
export const keying = (routes: readonly KeyedRoute[], change: PartChange<IdempotencyPolicy>): Replace =>
  inOrder(
    ...routes.map((route) =>
      part(["connect"], (connect) => ({
        [route]: {
          ...connect[route],
          idempotency: { ...connect[route].idempotency, ...change(connect[route].idempotency) },
        },
      })),
    ),
  );

/** Replays the answer that used a key up, if it was recorded. */
export const original = ({ replay }: IdempotencyPolicy): Partial<IdempotencyPolicy> => ({
  replay: (record, command, now) => record.answer ?? replay(record, command, now),
});

/** The refusal of a key that is bound to another request. */
export const mismatch = () =>
  coded(422, "E_IDEMPOTENCY_MISMATCH", "This idempotency key was used with another body");

/** The refusal of an invalid key, in the documented format. */
export const invalidKey = (rule: string) =>
  validationFailed(422, [{ rule, field: "Idempotency-Key", message: `${rule} validation failed` }]);

export const LONGEST_KEY = 255;

/** Changes the key of every request. */
export const rekeying =
  (handler: Handler, change: (key: string, path: string) => string): Handler =>
  (request) => {
    const key = request.headers.get("idempotency-key");
    if (key === null) return handler(request);
    const headers = new Headers(request.headers);
    headers.set("idempotency-key", change(key, new URL(request.url).pathname));
    return handler(new Request(request, { headers }));
  };
