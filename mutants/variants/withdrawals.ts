import { vendors } from "../../emulator/areas/connect/vendor.ts";
import { coded, message, only, validationFailed } from "../../emulator/kernel/answers.ts";
import { alsoRefusing, withdrawing } from "../connect/parts.ts";
import type { Variant } from "../mutant.ts";
import { isObject } from "../shared/answers.ts";
import { variant } from "../shared/variants.ts";
import { naming } from "./naming.ts";

/** Open points about withdrawals (§4.7, §7.4). */
export const withdrawalVariants: readonly Variant[] = [
  variant(
    "withdrawal-without-any-body",
    "withdrawal-empty-body",
    "An empty object in place of a withdrawal's body is refused",
    (parts) =>
      withdrawing(parts, (usual) =>
        alsoRefusing(usual, ({ command }) =>
          isObject(command.body) && Object.keys(command.body).length === 0
            ? only(validationFailed(422, [{ rule: "empty", field: "body", message: "Send no body" }]))
            : undefined,
        ),
      ),
  ),
  {
    ...variant(
      "withdrawals-in-other-words",
      "withdrawal-fields",
      "A withdrawal tells its reference and what was moved",
      (parts) =>
        withdrawing(parts, ({ presenter }) => ({
          presenter: {
            reference: (withdrawal) => presenter["id"]?.(withdrawal),
            moved: ({ amount, currency }) => ({ francs: amount, currency }),
          },
        })),
    ),
    alone: true,
    describe: naming({ "withdrawal-amount": "/moved/francs" }),
  },
  variant("withdrawals-take-a-week", "withdrawal-outcomes", "A withdrawal is in flight for a week", (parts) =>
    withdrawing(parts, ({ flight }) => ({ flight: { ...flight, duration: 7 * 86_400_000 } })),
  ),
  variant(
    "empty-balance-told-first",
    "withdrawal-precedence",
    "An empty balance is told before a withdrawal in flight",
    (parts) => withdrawing(parts, ({ guards }) => ({ guards: guards.toReversed() })),
  ),
  variant(
    "withdrawals-need-a-policy",
    "compliance-enforcement",
    "A vendor whose policy does not allow withdrawals is refused",
    (parts) =>
      withdrawing(parts, ({ guards }) => ({
        guards: [
          ...guards,
          {
            name: "policy",
            refuse: ({ state, command }) => {
              const policy = state.get(vendors, command.params["acct"] ?? "")?.policy;
              return policy !== undefined && policy !== null && !policy.includes("withdraw")
                ? only(coded(403, "connect.withdraw_not_allowed", "Forbidden"))
                : undefined;
            },
          },
        ],
      })),
  ),
  {
    ...variant(
      "withdrawals-need-approval",
      "compliance-enforcement",
      "A vendor without a policy withdraws nothing",
      (parts) =>
        withdrawing(parts, ({ guards }) => ({
          guards: [
            ...guards,
            {
              name: "policy",
              refuse: ({ state, command }) =>
                state.get(vendors, command.params["acct"] ?? "")?.policy?.includes("withdraw") !== true
                  ? only(message(403, "Forbidden"))
                  : undefined,
            },
          ],
        })),
    ),
    alone: true,
  },
];
