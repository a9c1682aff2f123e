import type { OverviewParts } from "../../emulator/areas/connect/parts.ts";
import { type Charge, allocations, charges } from "../../emulator/areas/connect/records.ts";
import { vendors } from "../../emulator/areas/connect/vendor.ts";
import { paymentIntents } from "../../emulator/areas/payment-intents/record.ts";
import { ownerOf } from "../../emulator/kernel/merchants.ts";
import { liesAbout } from "../connect/lies.ts";
import { acting, answered } from "../connect/parts.ts";
import type { Mutant } from "../mutant.ts";
import { type Body, isObject } from "../shared/answers.ts";

const { plain, subtle } = liesAbout("overview");

/** A figure whose sums are changed where they are not zero. */
const summing =
  (figure: string, total: "total" | "previous_total", when: (period: Body) => boolean = () => true) =>
  (usual: OverviewParts): Partial<OverviewParts> =>
    acting(usual, (decision) =>
      answered(decision, ({ [figure]: series, period }) => {
        if (!isObject(series) || !isObject(period) || series[total] === 0 || !when(period)) return;
        series[total] = Number(series[total]) + 1;
      }),
    );

/** The values of the gross volume's points, moved to other steps. */
const moving =
  (when: (period: Body) => boolean) =>
  (usual: OverviewParts): Partial<OverviewParts> =>
    acting(usual, (decision) =>
      answered(decision, ({ gross_volume: series, period }) => {
        if (!isObject(series) || !isObject(period) || !Array.isArray(series["points"]) || !when(period))
          return;
        const points = series["points"] as Body[];
        const values = points.map(({ value }) => value);
        for (const [step, point] of points.entries()) point["value"] = values[(step + 1) % values.length];
      }),
    );

type Volume = OverviewParts["volume"];

/** A volume of what was captured of the caller's charges, each counted by another figure; null leaves it out. */
const counting =
  (valueOf: (charge: Charge, step: number, all: readonly Charge[]) => number | null) =>
  (): { volume: Volume } => ({
    volume: (state, caller) =>
      state
        .find(charges, "owner", ownerOf(caller))
        .filter(({ capturedAt }) => capturedAt !== null)
        .flatMap((charge, step, all) => {
          const value = valueOf(charge, step, all);
          return value === null ? [] : [{ at: Number(charge.capturedAt), value, vendor: charge.vendor }];
        }),
  });

/** A volume with more in it; later: with what was created before the latest capture of a charge. */
const alsoCounting =
  (others: Volume, when: "always" | "later" = "always") =>
  ({ volume }: OverviewParts): Partial<OverviewParts> => ({
    volume: (state, caller) => {
      const counted = volume(state, caller);
      const latest = when === "later" ? latestOf(counted) : Infinity;
      return [...counted, ...others(state, caller).filter(({ at }) => at <= latest)];
    },
  });

const ofAllocations: Volume = (state, caller) =>
  state
    .find(allocations, "owner", ownerOf(caller))
    .map(({ createdAt, amount, vendor }) => ({ at: createdAt, value: amount, vendor }));

const ofIntents: Volume = (state, caller) =>
  state
    .find(paymentIntents, "owner", ownerOf(caller))
    .map(({ createdAt, amount }) => ({ at: createdAt, value: amount, vendor: "" }));

/** When the latest of the charges that count was captured, epoch ms. */
const latestOf = (counted: readonly { readonly at: number }[]): number =>
  Math.max(...counted.map(({ at }) => at));

const byWeek = ({ granularity }: Body): boolean => granularity === "week";
const byDay = ({ granularity }: Body): boolean => granularity === "day";

/** What counts in an overview and where, wrongly (§2.9). */
export const overviewFigureMutants: readonly Mutant[] = [
  plain(
    "overview-counts-net",
    "overview/captured-charge-counts-gross",
    "A captured charge counts without its commission.",
    counting(({ amount, commission }) => amount - commission),
  ),
  subtle(
    "overview-counts-in-hundreds",
    "overview/captured-charge-counts-gross",
    "The gross amount of a charge counts in full hundreds.",
    ({ volume }) => ({
      volume: (state, caller) =>
        volume(state, caller).map((one) => ({ ...one, value: Math.floor(one.value / 100) * 100 })),
    }),
  ),
  plain(
    "overview-counts-in-the-step-before",
    "overview/captured-charge-counts-in-its-step",
    "What is captured counts in the step before.",
    moving(() => true),
  ),
  subtle(
    "overview-counts-in-the-day-before",
    "overview/captured-charge-counts-in-its-step",
    "By days, what is captured counts in the day before.",
    moving(byDay),
  ),
  plain(
    "overview-counts-uncaptured",
    "overview/uncaptured-charge-does-not-count",
    "A charge counts as soon as it is created.",
    () => ({
      volume: (state, caller) =>
        state
          .find(charges, "owner", ownerOf(caller))
          .map(({ createdAt, amount, vendor }) => ({ at: createdAt, value: amount, vendor })),
    }),
  ),
  plain(
    "overview-counts-less-refunds",
    "overview/refunded-charge-still-counts",
    "A refund lessens the gross volume.",
    counting(({ amount, refunded }) => amount - refunded),
  ),
  subtle(
    "overview-forgets-what-is-wholly-refunded",
    "overview/refunded-charge-still-counts",
    "A charge that is wholly refunded no longer counts.",
    counting(({ amount, refunded }) => (refunded === amount ? null : amount)),
  ),
  plain(
    "overview-counts-allocations",
    "overview/allocation-does-not-count",
    "An allocation counts as volume.",
    alsoCounting(ofAllocations),
  ),
  plain(
    "overview-counts-plain-intents",
    "overview/plain-intent-does-not-count",
    "Every intent counts as volume.",
    alsoCounting(ofIntents),
  ),
  subtle(
    "overview-counts-allocations-later",
    "overview/allocation-does-not-count",
    "An allocation counts as volume once a charge was captured after it.",
    alsoCounting(ofAllocations, "later"),
  ),
  subtle(
    "overview-counts-plain-intents-later",
    "overview/plain-intent-does-not-count",
    "An intent counts as volume once a charge was captured after it.",
    alsoCounting(ofIntents, "later"),
  ),
  subtle(
    "overview-deducts-refunds-later",
    "overview/refunded-charge-still-counts",
    "A refund lessens the gross volume once another charge was captured.",
    counting(({ amount, refunded }, step, { length }) => (step < length - 1 ? amount - refunded : amount)),
  ),
  plain(
    "overview-counts-for-everybody",
    "overview/belongs-to-its-account",
    "The volume is that of all merchants together.",
    () => ({
      volume: (state) =>
        state
          .all(charges)
          .flatMap(({ capturedAt, amount, vendor }) =>
            capturedAt === null ? [] : [{ at: capturedAt, value: amount, vendor }],
          ),
    }),
  ),
  plain(
    "overview-counts-no-account",
    "overview/created-vendor-counts",
    "No vendor ever counts as new.",
    () => ({ newAccounts: () => [] }),
  ),
  subtle(
    "overview-counts-the-first-account-only",
    "overview/created-vendor-counts",
    "Of a merchant's vendors ten count at the most, and the first never.",
    ({ newAccounts }) => ({ newAccounts: (state, caller) => newAccounts(state, caller).slice(1, 11) }),
  ),
  plain(
    "overview-counts-deleted-accounts",
    "overview/deleted-vendor-does-not-count",
    "A deleted vendor still counts as new.",
    () => ({
      newAccounts: (state, caller) =>
        state
          .find(vendors, "owner", ownerOf(caller))
          .map(({ id, createdAt }) => ({ at: createdAt, value: 1, vendor: id })),
    }),
  ),
  plain(
    "overview-volume-total-one-more",
    "overview/gross-volume-total-is-the-sum",
    "The total of the gross volume is a franc more than its points.",
    summing("gross_volume", "total"),
  ),
  subtle(
    "overview-volume-total-one-more-by-week",
    "overview/gross-volume-total-is-the-sum",
    "By weeks, the total of the gross volume is a franc more than its points.",
    summing("gross_volume", "total", byWeek),
  ),
  plain(
    "overview-accounts-total-one-more",
    "overview/new-accounts-total-is-the-sum",
    "There is one new account more in total than in the points.",
    summing("new_accounts", "total"),
  ),
  subtle(
    "overview-accounts-total-one-more-by-day",
    "overview/new-accounts-total-is-the-sum",
    "By days, there is one new account more in total than in the points.",
    summing("new_accounts", "total", byDay),
  ),
  plain(
    "overview-volume-reference-one-more",
    "overview/gross-volume-previous-total-is-the-sum",
    "The reference total of the gross volume is a franc more than that of its points.",
    summing("gross_volume", "previous_total"),
  ),
  subtle(
    "overview-volume-reference-one-more-a-year-ago",
    "overview/gross-volume-previous-total-is-the-sum",
    "The volume of a year ago is a franc more in total than in the points.",
    summing("gross_volume", "previous_total", ({ comparison }) => comparison === "previous_year"),
  ),
  plain(
    "overview-accounts-reference-one-more",
    "overview/new-accounts-previous-total-is-the-sum",
    "There was one new account more in total than in the points.",
    summing("new_accounts", "previous_total"),
  ),
  subtle(
    "overview-accounts-reference-one-more-of-months",
    "overview/new-accounts-previous-total-is-the-sum",
    "Over six months there was one new account more in total than in the points.",
    summing("new_accounts", "previous_total", ({ range }) => range === "6m"),
  ),
  plain(
    "overview-folds-onto-the-last-step",
    "overview/reference-is-folded-onto-the-step",
    "The whole reference is folded onto the last step.",
    () => ({ fold: (_reference, steps) => steps.length - 1 }),
  ),
  subtle(
    "overview-folds-backwards",
    "overview/reference-is-folded-onto-the-step",
    "The reference is folded onto the steps from their end.",
    ({ fold }) => ({ fold: (reference, steps, at) => steps.length - 1 - fold(reference, steps, at) }),
  ),
  subtle(
    "overview-folds-a-step-late",
    "overview/reference-is-folded-onto-the-step",
    "The reference is folded onto the step after its own.",
    ({ fold }) => ({
      fold: (reference, steps, at) => Math.min(fold(reference, steps, at) + 1, steps.length - 1),
    }),
  ),
];
