import type { OverviewParts } from "../../emulator/areas/connect/parts.ts";
import { allocations, type Charge, charges } from "../../emulator/areas/connect/records.ts";
import { vendors } from "../../emulator/areas/connect/vendor.ts";
import { type IntentStatus, paymentIntents } from "../../emulator/areas/payment-intents/record.ts";
import { ownerOf } from "../../emulator/kernel/merchants.ts";
import { changingAnswer, connectPart } from "../connect/parts.ts";
import { byId, entry, inOrder, named, perEmulator, type Replace } from "../mutant.ts";
import { as } from "../faults/values.ts";
import { type Body, objectsIn } from "../shared/answers.ts";
import { oneMore, overview, period, points } from "./parts.ts";

const DAY = 86_400_000;

/** The values of a figure's points in other steps. */
const early = points("a step early", (usual) =>
  usual.map((point, step) => ({ ...point, value: usual[(step + 1) % usual.length]?.["value"] })),
);

type Volume = OverviewParts["volume"];

/** Computes the volume of the caller's captured charges from another value of each charge. Null omits the charge. */
const counting = (
  valueOf: (charge: Charge, step: number, all: readonly Charge[]) => number | null,
): Replace =>
  connectPart("overview", () => ({
    volume: (state, caller) =>
      state
        .find(charges, "owner", ownerOf(caller))
        .filter(({ capturedAt }) => capturedAt !== null)
        .flatMap((charge, step, all) => {
          const value = valueOf(charge, step, all);
          return value === null ? [] : [{ at: Number(charge.capturedAt), value, vendor: charge.vendor }];
        }),
  }));

/** Adds to the volume. "later": only what was created before the latest capture of a charge. */
const alsoCounting = (others: Volume, when: "always" | "later" = "always"): Replace =>
  connectPart("overview", ({ volume }) => ({
    volume: (state, caller) => {
      const counted = volume(state, caller);
      const latest = when === "later" ? latestOf(counted) : Infinity;
      return [...counted, ...others(state, caller).filter(({ at }) => at <= latest)];
    },
  }));

const ofAllocations: Volume = (state, caller) =>
  state
    .find(allocations, "owner", ownerOf(caller))
    .map(({ createdAt, amount, vendor }) => ({ at: createdAt, value: amount, vendor }));

const ofIntents: Volume = (state, caller) =>
  state
    .find(paymentIntents, "owner", ownerOf(caller))
    .map(({ createdAt, amount }) => ({ at: createdAt, value: amount, vendor: "" }));

/** The charges whose intent has this status. */
const ofUncaptured =
  (status: IntentStatus): Volume =>
  (state, caller) =>
    state
      .find(charges, "owner", ownerOf(caller))
      .filter(({ intentId }) => state.get(paymentIntents, intentId)?.status === status)
      .map(({ createdAt, amount, vendor }) => ({ at: createdAt, value: amount, vendor }));

/** When the latest of the charges that count was captured, epoch ms. */
const latestOf = (counted: readonly { readonly at: number }[]): number =>
  Math.max(...counted.map(({ at }) => at));

const atMostFour = as<unknown>("at most four", (total) => Math.min(4, Number(total)));
const by = (step: string) => period(`by ${step}`, { granularity: step });

export const mutants = named({
  ...byId([
    overview.gives("gross_volume.points", "captured-charge-counts-in-its-step", early),
    overview.gives("gross_volume.points", "captured-charge-counts-in-its-step", early, by("day")),
    overview.gives("new_accounts.points", "created-vendor-counts-in-its-step", early),
    overview.gives("new_accounts.points", "created-vendor-counts-in-its-step", early, by("month")),
    overview.gives("gross_volume.total", "gross-volume-total-is-the-sum", oneMore),
    overview.gives("gross_volume.total", "gross-volume-total-is-the-sum", oneMore, by("week")),
    overview.gives("new_accounts.total", "new-accounts-total-is-the-sum", oneMore),
    overview.gives("new_accounts.total", "new-accounts-total-is-the-sum", atMostFour),
    overview.gives("new_accounts.total", "new-accounts-total-is-the-sum", oneMore, by("day")),
  ]),
  "overview-total-in-single-precision": {
    violates: ["overview/gross-volume-total-is-the-sum"],
    summary: "The total of the gross volume has 24 bits.",
    replace: connectPart("overview", ({ total }) => ({ total: (points) => Math.fround(total(points)) })),
  },
  "overview-counts-refused-vendors": {
    violates: ["overview/created-vendor-counts"],
    summary: "A creation of a vendor that is refused for one of its fields counts.",
    replace: perEmulator(() => {
      const refused: { readonly at: number; readonly owner: string }[] = [];
      return inOrder(
        entry("answers", "createAccount", (usual) => async (answer, context) => {
          const { caller } = context;
          if (answer.status === 422 && caller !== undefined)
            refused.push({ at: Date.now(), owner: ownerOf(caller) });
          return usual(answer, context);
        }),
        connectPart("overview", ({ newAccounts }) => ({
          newAccounts: (state, caller) => [
            ...newAccounts(state, caller),
            ...refused
              .filter(({ owner }) => owner === ownerOf(caller))
              .map(({ at }) => ({ at, value: 1, vendor: "" })),
          ],
        })),
      );
    }),
  },
  "overview-counts-net": {
    violates: ["overview/captured-charge-counts-gross"],
    summary: "A captured charge counts without its commission.",
    replace: counting(({ amount, commission }) => amount - commission),
  },
  "overview-counts-in-hundreds": {
    violates: ["overview/captured-charge-counts-gross"],
    summary: "The gross amount of a charge counts rounded down to hundreds.",
    replace: connectPart("overview", ({ volume }) => ({
      volume: (state, caller) =>
        volume(state, caller).map((one) => ({ ...one, value: Math.floor(one.value / 100) * 100 })),
    })),
  },
  "overview-days-of-another-zone": {
    violates: ["overview/captured-charge-counts-in-its-step"],
    summary: "A captured charge counts by the time one hour east of UTC.",
    replace: connectPart("overview", ({ volume }) => ({
      volume: (state, caller) => volume(state, caller).map((one) => ({ ...one, at: one.at + 3_600_000 })),
    })),
  },
  "overview-counts-uncaptured": {
    violates: ["overview/uncaptured-charge-does-not-count"],
    summary: "A charge counts as soon as it is created.",
    replace: connectPart("overview", () => ({
      volume: (state, caller) =>
        state
          .find(charges, "owner", ownerOf(caller))
          .map(({ createdAt, amount, vendor }) => ({ at: createdAt, value: amount, vendor })),
    })),
  },
  "overview-counts-what-is-processing": {
    violates: ["overview/uncaptured-charge-does-not-count"],
    summary: "A charge counts while its intent is processing.",
    replace: alsoCounting(ofUncaptured("processing")),
  },
  "overview-counts-what-was-canceled": {
    violates: ["overview/uncaptured-charge-does-not-count"],
    summary: "A charge counts although its intent was canceled.",
    replace: alsoCounting(ofUncaptured("canceled")),
  },
  "overview-counts-less-refunds": {
    violates: ["overview/refunded-charge-still-counts"],
    summary: "A refund reduces the gross volume.",
    replace: counting(({ amount, refunded }) => amount - refunded),
  },
  "overview-forgets-what-is-wholly-refunded": {
    violates: ["overview/refunded-charge-still-counts"],
    summary: "A charge that is fully refunded no longer counts.",
    replace: counting(({ amount, refunded }) => (refunded === amount ? null : amount)),
  },
  "overview-counts-allocations": {
    violates: ["overview/allocation-does-not-count"],
    summary: "An allocation counts as volume.",
    replace: alsoCounting(ofAllocations),
  },
  "overview-counts-plain-intents": {
    violates: ["overview/plain-intent-does-not-count"],
    summary: "Every intent counts as volume.",
    replace: alsoCounting(ofIntents),
  },
  "overview-counts-allocations-later": {
    violates: ["overview/allocation-does-not-count"],
    summary: "An allocation counts as volume once a charge was captured after it.",
    replace: alsoCounting(ofAllocations, "later"),
  },
  "overview-counts-plain-intents-later": {
    violates: ["overview/plain-intent-does-not-count"],
    summary: "An intent counts as volume once a charge was captured after it.",
    replace: alsoCounting(ofIntents, "later"),
  },
  "overview-deducts-refunds-later": {
    violates: ["overview/refunded-charge-still-counts"],
    summary: "A refund reduces the gross volume once another charge was captured.",
    replace: counting(({ amount, refunded }, step, { length }) =>
      step < length - 1 ? amount - refunded : amount,
    ),
  },
  "overview-counts-for-everybody": {
    violates: ["overview/belongs-to-its-account"],
    summary: "The volume is that of all merchants together.",
    replace: connectPart("overview", () => ({
      volume: (state) =>
        state
          .all(charges)
          .flatMap(({ capturedAt, amount, vendor }) =>
            capturedAt === null ? [] : [{ at: capturedAt, value: amount, vendor }],
          ),
    })),
  },
  "overview-counts-no-account": {
    violates: ["overview/created-vendor-counts"],
    summary: "No vendor ever counts as new.",
    replace: connectPart("overview", () => ({ newAccounts: () => [] })),
  },
  "overview-counts-the-first-account-only": {
    violates: ["overview/created-vendor-counts"],
    summary: "At most ten of a merchant's vendors count, and the first never does.",
    replace: connectPart("overview", ({ newAccounts }) => ({
      newAccounts: (state, caller) => newAccounts(state, caller).slice(1, 11),
    })),
  },
  "overview-counts-deleted-accounts": {
    violates: ["overview/deleted-vendor-does-not-count"],
    summary: "A deleted vendor still counts as new.",
    replace: connectPart("overview", () => ({
      newAccounts: (state, caller) =>
        state
          .find(vendors, "owner", ownerOf(caller))
          .map(({ id, createdAt }) => ({ at: createdAt, value: 1, vendor: id })),
    })),
  },
  "overview-points-count-deleted-accounts": {
    violates: ["overview/new-accounts-total-is-the-sum"],
    summary: "A vendor that is deleted leaves the total of the new accounts, but not their points.",
    replace: perEmulator(() => {
      const most = new Map<string, Body[]>();
      return changingAnswer("overview", (body, { command }) => {
        const figure = body["new_accounts"] as Body;
        const key = JSON.stringify([command.caller.accountId, body["period"]]);
        const known = most.get(key) ?? [];
        const shown = objectsIn(figure, "points").map((point, step) => ({
          ...point,
          value: Math.max(Number(point["value"]), Number(known[step]?.["value"] ?? 0)),
        }));
        most.set(key, shown);
        figure["points"] = shown;
      });
    }),
  },
  "overview-counts-accounts-deleted-later": {
    violates: ["overview/deleted-vendor-does-not-count"],
    summary: "A vendor that is deleted more than thirty days after its creation still counts as new.",
    replace: connectPart("overview", ({ newAccounts }) => ({
      newAccounts: (state, caller) => [
        ...newAccounts(state, caller),
        ...state
          .find(vendors, "owner", ownerOf(caller))
          .filter(({ createdAt, deletedAt }) => deletedAt !== null && deletedAt - createdAt > 30 * DAY)
          .map(({ id, createdAt }) => ({ at: createdAt, value: 1, vendor: id })),
      ],
    })),
  },
});
