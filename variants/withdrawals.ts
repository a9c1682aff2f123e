import { lineOn, walletsOf } from "../emulator/areas/account/wallets.ts";
import {
  inFlightWithdrawal,
  settleWithdrawal,
  walletFor,
  withdrawalSettlement,
} from "../emulator/areas/connect/in-flight-withdrawals.ts";
import { inPath } from "../emulator/areas/connect/named-vendor.ts";
import type { ConnectGuard, ConnectRoute } from "../emulator/areas/connect/parts.ts";
import { allocations, withdrawals } from "../emulator/areas/connect/records.ts";
import { vendors } from "../emulator/areas/connect/vendor.ts";
import { only, validationFailed } from "../emulator/kernel/answers.ts";
import { guard } from "../emulator/kernel/guards.ts";
import type { Command } from "../emulator/kernel/request.ts";
import type { State } from "../emulator/kernel/state.ts";
import type { Effects } from "../emulator/kernel/types.ts";
import { alsoRefusing, connectPart } from "../mutants/connect/parts.ts";
import { entry, inOrder, named, part, perEmulator, type Replace } from "../mutants/mutant.ts";
import type { Variant } from "./variant.ts";
import { answering, isObject } from "../mutants/shared/answers.ts";
import { keying, naming, rekeying, withEffects } from "./parts.ts";

/** Closes a route to the caller's vendors with a withdrawal in flight. */
const unlessInFlight = (
  { guards }: ConnectRoute,
  vendorOf: (command: Command, state: State) => unknown,
): { guards: readonly ConnectGuard[] } => ({
  guards: [
    ...guards,
    guard("in-flight", ({ state, command, parts }) => {
      const vendor = state.get(vendors, String(vendorOf(command, state)));
      const wallet = vendor === undefined ? undefined : walletFor(state, vendor);
      return wallet !== undefined && inFlightWithdrawal(state, wallet) !== undefined
        ? parts.withdrawals.refusals.inFlight()
        : undefined;
    }),
  ],
});

/** The funds of a withdrawal stay available until it ends, also for reversals and refunds. */
const debitedAtTheEnd: Replace = perEmulator(() => {
  const late = <E extends Effects>(effects: E): E =>
    effects.postings === undefined
      ? effects
      : {
          ...effects,
          postings: effects.postings.flatMap((entry) => {
            const transit = entry.lines.find(({ account }) => account.endsWith(":transit"));
            if (transit === undefined) return [entry];
            if (transit.amount > 0) return [];
            const account = transit.account.replace(/transit$/, "available");
            return [
              {
                ...entry,
                lines: entry.lines.map((line) => (line === transit ? { ...line, account } : line)),
              },
            ];
          }),
        };
  return withEffects(late);
});

/** How long a movement of money locks out others, ms. */
const LOCKED_MS = 5;

/** Other choices at the open points in `spec/areas/withdrawals.yaml`. */
export const variants = named<Variant>({
  "vendors-refuse-destinations": {
    openPoints: ["rejected-field-routes"],
    what: "The creation of a vendor refuses a destination and an account; a withdrawal ignores both",
    replace: inOrder(
      connectPart("withdrawals", () => ({ rejected: ["amount"] })),
      part(["connect", "createAccount"], ({ rejected }) => ({
        rejected: [...rejected, "destination", "account_id"],
      })),
    ),
  },
  "withdrawal-replayed-as-it-is": {
    openPoints: ["withdrawal-replay-body"],
    what: "The replay of a withdrawal shows its current state",
    replace: keying(["withdrawals"], (usual) => ({
      replay: (record, command, now) => {
        const answer = usual.replay(record, command, now);
        return answer.status === 201
          ? { ...answer, body: { ...(answer.body as object), status: "sent", looked_at: now } }
          : answer;
      },
    })),
  },
  "empty-keys-are-keys": {
    openPoints: ["idempotency-key-empty"],
    what: "An empty idempotency key is accepted",
    wrap: (handler) => rekeying(handler, (key) => (key === "" ? "(none)" : key)),
  },
  "withdrawal-without-any-body": {
    openPoints: ["withdrawal-empty-body"],
    what: "An empty object as the body of a withdrawal is refused",
    replace: alsoRefusing("withdrawals", ({ command }) =>
      isObject(command.body) && Object.keys(command.body).length === 0
        ? only(validationFailed(422, [{ rule: "empty", field: "body", message: "Send no body" }]))
        : undefined,
    ),
  },
  "withdrawals-in-other-words": {
    openPoints: ["withdrawal-fields"],
    what: "A withdrawal has a reference and the moved amount",
    alone: true,
    replace: connectPart("withdrawals", ({ presenter }) => ({
      presenter: {
        reference: (withdrawal) => presenter["id"]?.(withdrawal),
        moved: ({ amount, currency }) => ({ francs: amount, currency }),
      },
    })),
    describe: naming({ "withdrawal-amount": "/moved/francs" }),
  },
  "withdrawals-without-ids": {
    openPoints: ["withdrawal-fields"],
    what: "Withdrawals of the same amount are identical",
    alone: true,
    replace: connectPart("withdrawals", () => ({
      presenter: { amount: ({ amount }) => amount, currency: ({ currency }) => currency },
    })),
  },
  "withdrawals-with-traces": {
    openPoints: ["withdrawal-fields"],
    what: "A withdrawal is nested in an object, next to a string that differs in every answer",
    replace: perEmulator(() => {
      let answers = 0;
      return answering(["createWithdrawal"], 201, (body) => {
        body["withdrawal"] = { reference: body["id"] };
        delete body["id"];
        answers += 1;
        body["trace"] = `trace-${answers}`;
      });
    }),
  },
  "wallets-locked-in-flight": {
    openPoints: ["withdrawal-flight-routes"],
    what: "While a withdrawal is in flight, allocations to and reversals from its wallet are refused",
    replace: inOrder(
      connectPart("allocations", (usual) =>
        unlessInFlight(usual, ({ body }) => (isObject(body) ? body["destination"] : undefined)),
      ),
      connectPart("reversals", (usual) =>
        unlessInFlight(
          usual,
          ({ params }, state) => state.get(allocations, params["allocationId"] ?? "")?.vendor,
        ),
      ),
    ),
  },
  "withdrawals-fail": {
    openPoints: ["withdrawal-outcomes"],
    what: "A withdrawal fails as soon as it is tried, and the funds are available again",
    replace: inOrder(
      part(["connect", "withdrawals", "inFlight"], () => ({ duration: 40 })),
      entry("timers", withdrawalSettlement, () => ({ state, timer, now, ids }) => {
        const withdrawal = state.get(withdrawals, timer.subject);
        return withdrawal?.status === "processing"
          ? settleWithdrawal(state, withdrawal, "failed", now, ids)
          : {};
      }),
    ),
  },
  "withdrawals-take-a-week": {
    openPoints: ["withdrawal-outcomes"],
    what: "A withdrawal is in flight for a week",
    replace: part(["connect", "withdrawals", "inFlight"], () => ({ duration: 7 * 86_400_000 })),
  },
  "withdrawals-debited-when-paid-out": {
    openPoints: ["withdrawal-debit-moment"],
    what: "A withdrawal debits the balance once it has been paid out",
    replace: connectPart("retrieveAccount", (retrieveAccount) => ({
      act: (input) => {
        const decision = retrieveAccount.act(input);
        const { body } = decision.answer;
        if (!isObject(body) || !Array.isArray(body["balances"])) return decision;
        const held = walletsOf(input.state, inPath(input) ?? "", input.command.caller.mode);
        const balances = body["balances"].map((entry: unknown, index) => {
          const wallet = held[index];
          if (!isObject(entry) || wallet === undefined) return entry;
          const { account } = lineOn(wallet, "transit", 0);
          const inTransit = input.state.ledger.balance(account, wallet);
          return { ...entry, available: Number(entry["available"]) + inTransit };
        });
        return { ...decision, answer: { ...decision.answer, body: { ...body, balances } } };
      },
    })),
  },
  "withdrawals-debited-when-they-end": {
    openPoints: ["withdrawal-debit-moment"],
    what: "A withdrawal debits the balance when it ends, and the profile does not locate balances",
    alone: true,
    incomplete: "Nothing shows that a vendor has no funds left.",
    replace: debitedAtTheEnd,
    describe: naming({}, ["balance-pending", "balance-available", "balance-currency"]),
  },
  "empty-balance-reported-first": {
    openPoints: ["withdrawal-precedence"],
    what: "An empty balance takes precedence over a withdrawal in flight",
    replace: connectPart("withdrawals", ({ guards }) => ({ guards: guards.toReversed() })),
  },
  "money-moves-one-at-a-time": {
    openPoints: [],
    what: "A reversal or withdrawal that is concurrent with another one of the same allocation or vendor is refused without effect",
    alone: true,
    socket: true,
    wrap: (handler) => {
      const moving = new Map<string, string | null>();
      return async (request) => {
        const { pathname } = new URL(request.url);
        const key = request.headers.get("idempotency-key");
        const other = moving.get(pathname);
        if (request.method !== "POST" || !/\/(withdrawals|reversals)$/.test(pathname))
          return handler(request);
        if (other !== undefined)
          return key !== null && key === other
            ? handler(request)
            : Response.json({ code: "E_CONCURRENT_UPDATE", message: "Try again" }, { status: 409 });
        moving.set(pathname, key);
        try {
          await new Promise((resolve) => setTimeout(resolve, LOCKED_MS));
          return await handler(request);
        } finally {
          moving.delete(pathname);
        }
      };
    },
  },
});
