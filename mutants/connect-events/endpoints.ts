import type { ConnectInput } from "../../emulator/areas/connect/parts.ts";
import { type Vendor, vendors } from "../../emulator/areas/connect/vendor.ts";
import type { Parts } from "../../emulator/index.ts";
import type { Decision } from "../../emulator/kernel/types.ts";
import { acting } from "../connect/parts.ts";
import { byId, entry, inOrder, type Mutant, named, part, perEmulator, type Replace } from "../mutant.ts";
import { isObject } from "../shared/answers.ts";
import {
  clawback,
  commission,
  connectEvent,
  connectEventData,
  draft,
  maturity,
  redelivering,
  refundBlocked,
  reversalBlocked,
  reversed,
  transfer,
} from "./parts.ts";

/** Later than the time at which the emulator reports idle, but within a settling time, ms. */
const LATE_MS = 100;

/** Emits an event when a vendor is created. */
function emittingCreation(parts: Parts): Parts {
  return acting("createAccount", (decision, { command }) => {
    const id = isObject(decision.answer.body) ? String(decision.answer.body["id"]) : "";
    return {
      ...decision,
      events: [draft("connect.account.created", { id, ...command.caller }, { id })],
    };
  })(parts);
}

/** Sends events of a name late, after the emulator has reported idle. */
const late = (type: string): Replace =>
  inOrder(
    part([], () => ({ isIdle: () => true })),
    entry(
      "deliveryPlans",
      "ordered",
      (ordered) => (due, ids) =>
        ordered(due, ids).map((planned) =>
          planned.delivery.entry.type === type ? { ...planned, delay: LATE_MS } : planned,
        ),
    ),
  );

/** Sends the events of a decision to every vendor of the marketplace. */
const toAllVendors = (decision: Decision, { state, command }: ConnectInput): Decision => {
  const all = state.all(vendors).filter(({ accountId }) => accountId === command.caller.accountId);
  return {
    ...decision,
    events: (decision.events ?? []).map((event) => ({
      ...event,
      to: [...new Set([...event.to, ...all.map(({ id }) => id)])],
    })),
  };
};

type Reported = "transferCreated" | "transferReversed" | "fundsAvailable";

/** Sends an event also to the marketplace's vendors that have transfers of their own. */
const toActiveVendors =
  (name: Reported): Replace =>
  (parts) => {
    const active = new Map<string, Set<string>>();
    const noting = connectEvent("transferCreated", ({ when }) => ({
      when: (facts) => {
        const { id, accountId } = facts.vendor;
        active.set(accountId, (active.get(accountId) ?? new Set()).add(id));
        return when(facts);
      },
    }))(parts);
    const toAll = ({ vendor }: { vendor: Vendor }): readonly string[] => [
      ...new Set([vendor.accountId, vendor.id, ...(active.get(vendor.accountId) ?? [])]),
    ];
    return connectEvent(name, () => ({ to: toAll }))(noting);
  };

const overheard = (id: string, name: Reported, what: string): Mutant => ({
  id,
  violates: ["connect-events/other-vendor-receives-nothing"],
  summary: `${what} is reported to every vendor that has transfers of its own, too.`,
  replace: toActiveVendors(name),
});

/** A decision that also emits the change of a vendor. */
function changed(decision: Decision, state: ConnectInput["state"], acct: unknown): Decision {
  const vendor = state.get(vendors, String(acct));
  if (vendor === undefined) return decision;
  const report = draft("connect.account.updated", vendor, { id: vendor.id });
  return { ...decision, events: [...(decision.events ?? []), report] };
}

export const mutants: readonly Mutant[] = [
  transfer.onlyTo("marketplace-endpoint-receives", "vendor"),
  transfer.onlyTo("vendor-endpoint-receives", "marketplace"),
  reversed.onlyTo("vendor-endpoint-receives-reversal", "marketplace"),
  maturity.onlyTo("vendor-endpoint-receives-maturity", "marketplace"),
  commission.onlyTo("vendor-endpoint-receives-commission", "marketplace"),
  clawback.onlyTo("vendor-endpoint-receives-clawback", "marketplace"),
  refundBlocked.onlyTo("vendor-endpoint-receives-blocked-refund", "marketplace"),
  reversalBlocked.onlyTo("vendor-endpoint-receives-blocked-reversal", "marketplace"),
  ...named({
    ...byId([
      overheard("allocations-reported-to-active-vendors", "transferCreated", "An allocation"),
      overheard("reversals-reported-to-active-vendors", "transferReversed", "A reversal"),
      overheard("maturities-reported-to-active-vendors", "fundsAvailable", "A credit that becomes available"),
    ]),
    "reversal-event-of-an-earlier-vendor": {
      violates: ["connect-events/account-is-a-party"],
      summary: "The account in the event of a reversal is the vendor of the reversal before.",
      replace: perEmulator(() => {
        let before: string | null = null;
        const earlier = ({ vendor }: { readonly vendor: Vendor }): string => {
          const shown = before ?? vendor.id;
          before = vendor.id;
          return shown;
        };
        return connectEventData("transferReversed", { account: earlier });
      }),
    },
    "clawback-in-another-currency": {
      violates: ["connect-events/same-everywhere"],
      summary: "The currency in the event of a clawback is not that of the commission.",
      replace: connectEventData("commissionRefunded", { currency: () => "xof" }),
    },
    "everybody-hears": {
      violates: ["connect-events/other-marketplace-receives-nothing"],
      summary: "All marketplaces receive the event of an allocation.",
      replace: perEmulator(() => {
        const accounts: string[] = [];
        return inOrder(
          connectEvent("transferCreated", ({ to }) => ({ to: (facts) => [...to(facts), ...accounts] })),
          entry("merchantSetups", "connect", (setUp) => (merchant, options, context) => {
            accounts.push(merchant.id);
            return setUp(merchant, options, context);
          }),
        );
      }),
    },
    "one-name-subscribes-to-all": {
      violates: ["connect-events/exact-name-subscribes"],
      summary: "An endpoint for one event about transfers receives all of them.",
      replace: part([], () => {
        const family = (name: string): string => name.split(".").slice(0, 2).join(".");
        return {
          isSubscribed: ({ events }, { type }) => events.some((name) => family(name) === family(type)),
        };
      }),
    },
    "prefixed-name-subscribes": {
      violates: ["connect-events/prefixed-name-matches-nothing"],
      summary: "A name with the prefix `evt.` subscribes as well.",
      replace: part([], ({ isSubscribed }) => ({
        isSubscribed: (endpoint, event) =>
          isSubscribed(
            { ...endpoint, events: endpoint.events.map((name) => name.replace(/^evt\./, "")) },
            event,
          ),
      })),
    },
    "redelivery-under-another-id": {
      violates: ["connect-events/redelivery-keeps-the-id"],
      summary: "An event that is delivered again has another id.",
      replace: redelivering((envelope) => ({
        ...envelope,
        id: `${String(envelope["id"])}again`,
      })),
    },
    "vendor-creation-reported": {
      violates: ["connect-events/vendor-creation-emits-nothing"],
      summary: "The creation of a vendor is reported.",
      replace: (parts) => emittingCreation(parts),
    },
    "vendor-creation-emitted-after-idle": {
      violates: ["connect-events/vendor-creation-emits-nothing"],
      summary: "The creation of a vendor is emitted shortly after control reported that the server is idle.",
      replace: inOrder(emittingCreation, late("connect.account.created")),
    },
    "vendor-change-reported": {
      violates: ["connect-events/vendor-change-emits-nothing"],
      summary: "An allocation is reported as a change of the vendor.",
      replace: acting("allocations", (decision, { state, command }) =>
        changed(decision, state, isObject(command.body) ? command.body["destination"] : undefined),
      ),
    },
    "vendor-change-reported-by-a-link": {
      violates: ["connect-events/vendor-change-emits-nothing"],
      summary: "An onboarding link is reported as a change of the vendor.",
      replace: acting("onboarding", (decision, { state, command }) =>
        changed(decision, state, command.params["acct"]),
      ),
    },
    "vendor-change-reported-by-a-reversal": {
      violates: ["connect-events/vendor-change-emits-nothing"],
      summary: "A reversal is reported as a change of the vendor.",
      replace: acting("reversals", (decision, { state }) =>
        changed(
          decision,
          state,
          isObject(decision.answer.body) ? decision.answer.body["destination"] : undefined,
        ),
      ),
    },
    "allocations-reported-to-all-vendors": {
      violates: ["connect-events/other-vendor-receives-nothing"],
      summary: "An allocation is reported to all vendors of the marketplace.",
      replace: acting("allocations", toAllVendors),
    },
    "reversals-reported-to-all-vendors": {
      violates: ["connect-events/other-vendor-receives-nothing"],
      summary: "A reversal is reported to all vendors of the marketplace.",
      replace: acting("reversals", toAllVendors),
    },
  }),
];
