import { coded } from "../../emulator/kernel/answers.ts";
import type { Command } from "../../emulator/kernel/request.ts";
import type { Variant } from "../mutant.ts";
import { variant } from "./parts/variant.ts";
import { keying, mismatch } from "./idempotency.ts";

const scopes: readonly Variant[] = [
  variant(
    "keys-of-everybody",
    "idempotency-key-scope",
    "A key with which any merchant allocated, withdrew or created a vendor is spent for all",
    (parts) =>
      keying(parts, ["allocations", "withdrawals", "createAccount"], (usual) => {
        const first = new Map<string, string>();
        return {
          scope: ({ caller, operationId, params }, key) => {
            const id = JSON.stringify([operationId, key]);
            const owner = JSON.stringify([caller.accountId, params["acct"] ?? null]);
            if (!first.has(id)) first.set(id, owner);
            return id;
          },
          replay: (record, command, now) =>
            first.get(record.id) ===
            JSON.stringify([command.caller.accountId, command.params["acct"] ?? null])
              ? usual.replay(record, command, now)
              : coded(409, "E_DUPLICATE_OPERATION", "This idempotency key was spent"),
        };
      }),
  ),
  variant(
    "keys-of-everybody-bound",
    "idempotency-key-scope",
    "A key belongs to the first request that anybody sent under it: under another one it is invalid",
    (parts) =>
      keying(parts, ["allocations", "withdrawals", "createAccount"], (usual) => {
        const first = new Map<string, string>();
        const said = ({ caller, params, body }: Pick<Command, "caller" | "params" | "body">): string =>
          JSON.stringify([caller.accountId, params["acct"] ?? null, body]);
        return {
          scope: (command, key) => {
            const id = JSON.stringify([command.operationId, key]);
            if (!first.has(id)) first.set(id, said(command));
            return id;
          },
          replay: (record, command, now) =>
            first.get(record.id) === said(command) ? usual.replay(record, command, now) : mismatch(),
        };
      }),
  ),
  variant(
    "keys-bound-to-requests",
    ["idempotency-key-after-refusal", "idempotency-key-other-route", "allocation-other-body"],
    "A key belongs to its first request, refused or not: under another one it is invalid",
    (parts) =>
      keying(parts, ["allocations", "createAccount"], (usual) => {
        const first = new Map<string, string>();
        const said = (operationId: string, body: unknown): string => JSON.stringify([operationId, body]);
        return {
          keeps: () => true,
          scope: ({ caller, operationId, body }, key) => {
            const id = JSON.stringify([caller.accountId, caller.mode, key]);
            if (!first.has(id)) first.set(id, said(operationId, body));
            return id;
          },
          replay: (record, command, now) =>
            first.get(record.id) !== said(command.operationId, command.body)
              ? mismatch()
              : record.answer !== undefined && record.answer.status >= 400
                ? record.answer
                : usual.replay(record, command, now),
        };
      }),
  ),
];

/** Among whose and among which requests a key is new (§7.6). Each replaces what a key is told apart by, which other variants of keys rely upon. */
export const keyScopeVariants = scopes.map((scope): Variant => ({ ...scope, alone: true }));
