import type { Parts } from "../../emulator/index.ts";
import { coded, validationFailed } from "../../emulator/kernel/answers.ts";
import type { IdempotencyPolicy } from "../../emulator/kernel/idempotency.ts";
import { connecting } from "../connect/parts.ts";
import type { Handler, Variant } from "../mutant.ts";
import { variant, wireVariant } from "./parts/variant.ts";

type Route = "allocations" | "createAccount" | "withdrawals";
const ALL: readonly Route[] = ["allocations", "createAccount", "withdrawals"];
const A_DAY = 86_400_000;

/** The parts with what keys mean on some routes changed. */
export const keying = (
  parts: Parts,
  routes: readonly Route[],
  change: (usual: IdempotencyPolicy) => Partial<IdempotencyPolicy>,
): Parts =>
  routes.reduce(
    (changed, route) =>
      connecting(changed, (connect) => ({
        [route]: {
          ...connect[route],
          idempotency: { ...connect[route].idempotency, ...change(connect[route].idempotency) },
        },
      })),
    parts,
  );

/** The answer that used a key up, else what the route says otherwise. */
const original = ({ replay }: IdempotencyPolicy): Partial<IdempotencyPolicy> => ({
  replay: (record, command, now) => record.answer ?? replay(record, command, now),
});

/** A policy that remembers the bodies by which keys were used up, and judges those of repetitions. */
const comparing = (
  usual: IdempotencyPolicy,
  onDifference: IdempotencyPolicy["replay"],
): Partial<IdempotencyPolicy> => {
  const first = new Map<string, string>();
  const bodyOf = (body: unknown): string => JSON.stringify(body) ?? "";
  return {
    keeps: (answer) => usual.keeps(answer),
    scope: (command, key) => {
      const id = usual.scope(command, key);
      if (!first.has(id)) first.set(id, bodyOf(command.body));
      return id;
    },
    // What is not remembered was told apart by another variant.
    replay: (record, command, now) =>
      (first.get(record.id) ?? bodyOf(command.body)) === bodyOf(command.body)
        ? usual.replay(record, command, now)
        : onDifference(record, command, now),
  };
};

/** The refusal of a key that belongs to another request. */
export const mismatch = () =>
  coded(422, "E_IDEMPOTENCY_MISMATCH", "This idempotency key was used with another body");

/** Refusals of a key, named as those that the document shows. */
const refused = (rule: string) =>
  validationFailed(422, [{ rule, field: "Idempotency-Key", message: `${rule} validation failed` }]);

const repetitions: readonly Variant[] = [
  variant(
    "allocation-replayed-as-it-was",
    "allocation-replay-answer",
    "An allocation that is repeated with its key gets its first answer again",
    (parts) => keying(parts, ["allocations"], original),
  ),
  variant(
    "vendor-replayed-as-it-was",
    "vendor-creation-replay",
    "A vendor that is created again with its key gets its first answer again",
    (parts) => keying(parts, ["createAccount"], original),
  ),
  variant(
    "other-body-is-422",
    "allocation-other-body",
    "A spent key with another body is refused as a mismatch",
    (parts) => keying(parts, ["allocations", "createAccount"], (usual) => comparing(usual, mismatch)),
  ),
  variant(
    "other-body-gets-the-original",
    ["allocation-other-body", "allocation-replay-answer", "vendor-creation-replay"],
    "A spent key gets its first answer again, whatever the body is",
    (parts) => keying(parts, ["allocations", "createAccount"], original),
  ),
  variant(
    "keys-forgotten-after-a-day",
    ["allocation-replay-window", "vendor-creation-key-window"],
    "Keys of allocations and vendors are new again after 24 hours",
    (parts) =>
      keying(parts, ["allocations", "createAccount"], () => ({
        forgets: ({ reservedAt }, now) => now - reservedAt >= A_DAY,
      })),
  ),
  variant(
    "withdrawal-replayed-as-it-is",
    "withdrawal-replay-body",
    "The replay of a withdrawal shows how it goes on",
    (parts) =>
      keying(parts, ["withdrawals"], (usual) => ({
        replay: (record, command, now) => {
          const answer = usual.replay(record, command, now);
          return answer.status === 201
            ? { ...answer, body: { ...(answer.body as object), status: "sent", looked_at: now } }
            : answer;
        },
      })),
  ),
  variant(
    "refusals-use-keys-up",
    ["idempotency-key-after-refusal", "pricing-outage-key"],
    "A key whose request was refused gets the same refusal again",
    (parts) =>
      keying(parts, ALL, (usual) => ({
        keeps: () => true,
        replay: (record, command, now) =>
          record.answer !== undefined && record.answer.status >= 400
            ? record.answer
            : usual.replay(record, command, now),
      })),
  ),
  variant(
    "keys-of-the-whole-account",
    "idempotency-key-other-route",
    "A key that is spent on one route is spent on all",
    (parts) =>
      keying(parts, ALL, (usual) => ({
        scope: ({ caller }, key) => JSON.stringify([caller.accountId, caller.mode, key]),
        replay: (record, command, now) =>
          record.operationId === command.operationId
            ? usual.replay(record, command, now)
            : coded(409, "E_DUPLICATE_OPERATION", "This idempotency key was spent elsewhere"),
      })),
  ),
];

const LONGEST = 255;

/** Every request's key, replaced by what `change` makes of it. */
const rekeying =
  (handler: Handler, change: (key: string, path: string) => string): Handler =>
  (request) => {
    const key = request.headers.get("idempotency-key");
    if (key === null) return handler(request);
    const headers = new Headers(request.headers);
    headers.set("idempotency-key", change(key, new URL(request.url).pathname));
    return handler(new Request(request, { headers }));
  };

const forms: readonly Variant[] = [
  variant("keys-of-visible-ascii", "idempotency-key-characters", "A key holds visible ASCII only", (parts) =>
    keying(parts, ALL, ({ refuse }) => ({
      refuse: (key) => refuse(key) ?? (/[^!-~]/.test(key ?? "") ? refused("ascii") : undefined),
    })),
  ),
  variant(
    "keys-counted-in-bytes",
    "idempotency-key-characters",
    "The length of a key is counted in bytes",
    (parts) =>
      keying(parts, ["createAccount", "withdrawals"], ({ refuse }) => ({
        refuse: (key) =>
          refuse(key) ?? (Buffer.byteLength(key ?? "", "utf8") > LONGEST ? refused("maxLength") : undefined),
      })),
  ),
  wireVariant(
    "empty-keys-are-keys",
    "idempotency-key-empty",
    "An empty key is a key of no characters",
    (handler) => rekeying(handler, (key) => (key === "" ? "(none)" : key)),
  ),
  variant(
    "allocation-keys-limited",
    "allocation-key-limits",
    "A key of an allocation holds at most 255 characters",
    (parts) =>
      keying(parts, ["allocations"], () => ({
        refuse: (key) => ([...(key ?? "")].length > LONGEST ? refused("maxLength") : undefined),
      })),
  ),
  wireVariant(
    "allocation-keys-cut",
    "allocation-key-limits",
    "Of an allocation's key the first 255 characters count",
    (handler) =>
      rekeying(handler, (key, path) =>
        path === "/v1/connect/allocations" ? [...key].slice(0, LONGEST).join("") : key,
      ),
  ),
  wireVariant(
    "keys-on-reversals",
    "reversal-key",
    "A reversal that is repeated with its key gets its first answer again",
    (handler) => {
      const answers = new Map<string, { status: number; headers: Headers; text: string }>();
      return async (request) => {
        const { pathname } = new URL(request.url);
        const key = request.headers.get("idempotency-key");
        if (key === null || key === "" || !/^\/v1\/connect\/allocations\/[^/]+\/reversals$/.test(pathname))
          return handler(request);
        const id = JSON.stringify([request.headers.get("authorization"), pathname, key]);
        const known = answers.get(id);
        if (known !== undefined) return new Response(known.text, known);
        const answer = await handler(request);
        const text = await answer.text();
        if (answer.status === 201) answers.set(id, { status: 201, headers: answer.headers, text });
        return new Response(text, { status: answer.status, headers: answer.headers });
      };
    },
  ),
];

/** Open points about idempotency keys (§4.5, §4.7, §7.6, §8). */
export const idempotencyVariants: readonly Variant[] = [...repetitions, ...forms];
