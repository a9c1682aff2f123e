import type { OverviewParts } from "../../emulator/areas/connect/overview.ts";
import { allocations, charges } from "../../emulator/areas/connect/records.ts";
import { vendors } from "../../emulator/areas/connect/vendor.ts";
import { paymentIntents } from "../../emulator/areas/payment-intents/record.ts";
import { ownerOf } from "../../emulator/kernel/merchants.ts";
import type { RuleId } from "../../spec/index.ts";
import type { Mutant } from "../mutant.ts";
import { type Body, changes, isObject, type Lie, mutant } from "../shared/answers.ts";
import { overviewing } from "./parts.ts";

const looking = (said: Lie, change: (usual: OverviewParts) => Partial<OverviewParts>): Mutant =>
  mutant(said, (parts) => overviewing(parts, change));

const subtle = true;

/** The figures of an overview as they are stated, changed. */
const stating = (
  said: Lie,
  figure: "gross_volume" | "new_accounts",
  change: (figure: Body, points: readonly Body[]) => void,
  when: (body: Body) => boolean = () => true,
): Mutant =>
  changes({ operations: ["retrieveOverview"], status: 200 }, { ...said, when }, (body) => {
    const told = body[figure];
    const points = isObject(told) ? told["points"] : undefined;
    if (isObject(told) && Array.isArray(points)) change(told, points.filter(isObject));
  });

const byDay = ({ period }: Body): boolean => isObject(period) && period["granularity"] === "day";

/** The total leaves out the step that goes on. */
const sumsPastSteps = (figure: "gross_volume" | "new_accounts", rule: string): Mutant =>
  stating(
    {
      id: `overview-${rule}-total-of-past-steps`,
      kills: `overview/${rule}-total-is-the-sum` as RuleId,
      lie: `The total of ${figure} leaves out the step that goes on.`,
      subtle,
    },
    figure,
    (told, points) => {
      told["total"] = Number(told["total"]) - Number(points.at(-1)?.["value"] ?? 0);
    },
  );

/** The total of the reference leaves out its largest step. */
const missesTheLargest = (figure: "gross_volume" | "new_accounts", rule: string): Mutant =>
  stating(
    {
      id: `overview-${rule}-previous-total-without-the-largest`,
      kills: `overview/${rule}-previous-total-is-the-sum` as RuleId,
      lie: `The reference total of ${figure} leaves out the largest step.`,
      subtle,
    },
    figure,
    (told, points) => {
      const largest = Math.max(0, ...points.map(({ previous }) => Number(previous)));
      told["previous_total"] = Number(told["previous_total"]) - largest;
    },
  );

/** What counts in the figures, and where, wrongly (§2.9). */
export const overviewFigureMutants: readonly Mutant[] = [
  looking(
    {
      id: "overview-volume-net-of-fees",
      kills: "overview/captured-charge-counts-gross",
      lie: "A captured charge counts with what the service leaves of it.",
      subtle,
    },
    () => ({
      volume: (state, caller) =>
        state
          .find(charges, "owner", ownerOf(caller))
          .flatMap(({ capturedAt, amount, serviceFee, vendor }) =>
            capturedAt === null ? [] : [{ at: capturedAt, value: amount - serviceFee, vendor }],
          ),
    }),
  ),
  stating(
    {
      id: "overview-today-counts-first",
      kills: "overview/captured-charge-counts-in-its-step",
      lie: "By days, what happens today counts in the first step.",
      subtle,
    },
    "gross_volume",
    (_told, points) => {
      const [first] = points;
      const last = points.at(-1);
      if (first === undefined || last === undefined) return;
      first["value"] = Number(first["value"]) + Number(last["value"]);
      last["value"] = 0;
    },
    byDay,
  ),
  sumsPastSteps("gross_volume", "gross-volume"),
  sumsPastSteps("new_accounts", "new-accounts"),
  looking(
    {
      id: "overview-counts-no-vendors",
      kills: "overview/created-vendor-counts",
      lie: "The overview counts vendors with a captured charge alone.",
    },
    ({ newAccounts }) => ({
      newAccounts: (state, caller) => {
        const selling = new Set(
          state
            .find(charges, "owner", ownerOf(caller))
            .filter(({ capturedAt }) => capturedAt !== null)
            .map(({ vendor }) => vendor),
        );
        return newAccounts(state, caller).filter(({ vendor }) => selling.has(vendor));
      },
    }),
  ),
  looking(
    {
      id: "overview-counts-deleted-vendors",
      kills: "overview/deleted-vendor-does-not-count",
      lie: "A deleted vendor goes on to count.",
      subtle,
    },
    () => ({
      newAccounts: (state, caller) =>
        state
          .find(vendors, "owner", ownerOf(caller))
          .map(({ id, createdAt }) => ({ at: createdAt, value: 1, vendor: id })),
    }),
  ),
  looking(
    {
      id: "overview-counts-plain-intents",
      kills: "overview/plain-intent-does-not-count",
      lie: "An intent without a vendor counts as volume.",
      subtle,
    },
    ({ volume }) => ({
      volume: (state, caller) => [
        ...volume(state, caller),
        ...state
          .find(paymentIntents, "owner", ownerOf(caller))
          .filter(({ id }) => state.find(charges, "intent", id).length === 0)
          .map(({ createdAt, amount }) => ({ at: createdAt, value: amount, vendor: "" })),
      ],
    }),
  ),
  looking(
    {
      id: "overview-counts-allocations",
      kills: "overview/allocation-does-not-count",
      lie: "An allocation counts as volume.",
    },
    ({ volume }) => ({
      volume: (state, caller) => [
        ...volume(state, caller),
        ...state
          .find(allocations, "owner", ownerOf(caller))
          .map(({ createdAt, amount, vendor }) => ({ at: createdAt, value: amount, vendor })),
      ],
    }),
  ),
  looking(
    {
      id: "overview-counts-uncaptured-charges",
      kills: "overview/uncaptured-charge-does-not-count",
      lie: "A charge counts before it is captured.",
      subtle,
    },
    () => ({
      volume: (state, caller) =>
        state.find(charges, "owner", ownerOf(caller)).map(({ capturedAt, createdAt, amount, vendor }) => ({
          at: capturedAt ?? createdAt,
          value: amount,
          vendor,
        })),
    }),
  ),
  looking(
    {
      id: "overview-volume-net-of-refunds",
      kills: "overview/refunded-charge-still-counts",
      lie: "A refund lowers the volume.",
      subtle,
    },
    () => ({
      volume: (state, caller) =>
        state
          .find(charges, "owner", ownerOf(caller))
          .flatMap(({ capturedAt, amount, refunded, vendor }) =>
            capturedAt === null ? [] : [{ at: capturedAt, value: amount - refunded, vendor }],
          ),
    }),
  ),
  looking(
    {
      id: "overview-of-all-merchants",
      kills: "overview/belongs-to-its-account",
      lie: "The volume is that of all merchants.",
      subtle,
    },
    () => ({
      volume: (state) =>
        state
          .all(charges)
          .flatMap(({ capturedAt, amount, vendor }) =>
            capturedAt === null ? [] : [{ at: capturedAt, value: amount, vendor }],
          ),
    }),
  ),
  looking(
    {
      id: "overview-reference-a-step-late",
      kills: "overview/reference-is-folded-onto-the-step",
      lie: "The reference is folded onto the step after its own.",
      subtle,
    },
    ({ fold }) => ({
      fold: (referenceSteps, steps, at) => Math.min(fold(referenceSteps, steps, at) + 1, steps.length - 1),
    }),
  ),
  missesTheLargest("gross_volume", "gross-volume"),
  missesTheLargest("new_accounts", "new-accounts"),
];

/** Leaders with one thing wrong (§2.9). */
export const overviewLeaderMutants: readonly Mutant[] = [
  looking(
    {
      id: "leader-value-in-round-hundreds",
      kills: "overview/top-volume-reports-the-volume",
      lie: "The value of a leader is rounded to hundreds.",
      subtle,
    },
    ({ leader }) => ({ leader: { ...leader, value: ({ value }) => Math.round(value / 100) * 100 } }),
  ),
  looking(
    {
      id: "leaders-in-alphabetical-order-of-volume",
      kills: "overview/top-volume-holds-the-largest",
      lie: "Volumes are compared as text.",
      subtle,
    },
    ({ leaders }) => ({
      leaders: {
        ...leaders,
        volume: (all) =>
          all
            .filter(({ value }) => value > 0)
            .sort((a, b) =>
              String(a.value) < String(b.value) ? 1 : String(a.value) > String(b.value) ? -1 : 0,
            ),
      },
    }),
  ),
  looking(
    {
      id: "leaders-are-the-first-four",
      kills: "overview/top-volume-holds-the-largest",
      lie: "The leaders are the four vendors that sold first.",
    },
    ({ leaders }) => ({ leaders: { ...leaders, volume: (all) => all.filter(({ value }) => value > 0) } }),
  ),
  looking(
    {
      id: "leader-previous-value-of-the-window",
      kills: "overview/top-volume-reports-the-reference",
      lie: "A leader's previous value is the change.",
    },
    ({ leader }) => ({ leader: { ...leader, previous_value: ({ value, previous }) => value - previous } }),
  ),
  looking(
    {
      id: "leader-delta-of-the-new-value",
      kills: "overview/delta-is-the-change-in-percent",
      lie: "The change is a percentage of the new value.",
      subtle,
    },
    () => ({
      delta: (value, previous) =>
        previous === 0 || value === 0 ? null : Math.round(((value - previous) / value) * 10_000) / 100,
    }),
  ),
  looking(
    {
      id: "leader-delta-as-a-fraction",
      kills: "overview/delta-is-the-change-in-percent",
      lie: "The change is a fraction of one.",
    },
    ({ delta }) => ({
      delta: (value, previous) => (delta(value, previous) === null ? null : (value - previous) / previous),
    }),
  ),
  looking(
    {
      id: "leader-delta-hundred-without-reference",
      kills: "overview/delta-null-without-reference",
      lie: "Without a reference the change is a hundred percent.",
    },
    ({ delta }) => ({ delta: (value, previous) => delta(value, previous) ?? 100 }),
  ),
];
