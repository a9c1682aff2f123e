import type { EventParts, ConnectEvents } from "../../emulator/areas/connect/events.ts";
import { type Allocation, allocations } from "../../emulator/areas/connect/records.ts";
import { type Vendor, vendors } from "../../emulator/areas/connect/vendor.ts";
import type { EventDraft } from "../../emulator/kernel/events.ts";
import type { Decision } from "../../emulator/kernel/types.ts";
import { refusing } from "../connect/parts.ts";
import { entry, type Mutant, part, type PartChange, type Replace } from "../mutant.ts";
import { type Condition, derived, type FieldFaults, fieldFaults, where } from "../faults/fields.ts";
import { as } from "../faults/values.ts";

type Name = keyof ConnectEvents;

/** The facts from which an event is created. */
type FactsOf<Key extends Name> =
  ConnectEvents[Key] extends EventParts<infer Facts extends AboutVendor> ? Facts : never;

/** Every event is about a vendor. */
interface AboutVendor {
  readonly vendor: Vendor;
}

/** Changes one event of Connect. `change` is called once for each emulator, so it may have state. */
export const connectEvent = <Key extends Name>(event: Key, change: PartChange<ConnectEvents[Key]>): Replace =>
  part(["connect", "events", event], change as PartChange<unknown>);

/** Mutants of one event of Connect (§6.2). */
interface ConnectEventFaults<Facts> extends FieldFaults<Facts> {
  /** The event is not emitted. Rules are named without their area. */
  readonly missing: (rule: string, when?: Condition<Facts>) => Mutant;
  /** Whether the event is emitted depends on earlier ones. `make` is called once for each emulator. */
  readonly emittedOnly: (rule: string, words: string, make: () => (facts: Facts) => boolean) => Mutant;
  /** The event is also emitted where nothing changes. */
  readonly emittedAlways: (rule: string) => Mutant;
  /** The envelope names the marketplace instead of the vendor. */
  readonly ofMarketplace: (rule: string, when?: Condition<Facts>) => Mutant;
  /** Only the marketplace, or only the vendor, receives the event. */
  readonly onlyTo: (rule: string, receiver: "marketplace" | "vendor") => Mutant;
}

const TYPES: Readonly<Record<Name, string>> = {
  transferCreated: "transfer.created",
  transferReversed: "transfer.reversed",
  commissionCreated: "application_fee.created",
  commissionRefunded: "application_fee.refunded",
  fundsAvailable: "funds.available",
  refundBlocked: "refund.blocked_insufficient_funds",
  reversalBlocked: "reversal.blocked_insufficient_funds",
};

/** The faults of one event. Rules about its data are named without what they share: "fee" is "connect-events/transfer-created-fee". */
const connectEventFaults = <Key extends Name>(event: Key): ConnectEventFaults<FactsOf<Key>> =>
  faultsOf<FactsOf<Key>>(event);

function faultsOf<Facts extends AboutVendor>(event: Name): ConnectEventFaults<Facts> {
  const type = `connect.${TYPES[event]}`;
  const name = TYPES[event].replace("_insufficient_funds", "").replaceAll(/[._]/g, "-");
  const changed = (change: (usual: EventParts<Facts>) => Partial<EventParts<Facts>>): Replace =>
    part(["connect", "events", event], change as unknown as PartChange<unknown>);
  const mutant = (rule: string, how: readonly [string, string], tail: string | undefined, replace: Replace) =>
    derived({
      words: `${name} ${how[0]}`,
      sentence: `${type} ${how[1]}`,
      only: tail,
      violates: [`connect-events/${rule}`],
      replace,
    });
  return {
    ...fieldFaults<Facts>({
      name,
      of: type,
      rules: `connect-events/${name}-`,
      change: (field, value) =>
        changed(({ data }) => ({
          data: { ...data, [field]: (facts: Facts) => value(data[field]?.(facts), facts) },
        })),
    }),
    missing: (rule, condition) =>
      mutant(
        rule,
        ["missing", "is not emitted"],
        condition?.only,
        changed(({ when }) => ({
          when: (facts) => when(facts) && condition?.when(facts) === false,
        })),
      ),
    emittedOnly: (rule, words, make) =>
      mutant(
        rule,
        ["emitted only", "is emitted only"],
        words,
        changed(({ when }) => {
          const isEmitted = make();
          return { when: (facts) => when(facts) && isEmitted(facts) };
        }),
      ),
    emittedAlways: (rule) =>
      mutant(
        rule,
        ["emitted for nothing", "is also emitted where nothing changes"],
        undefined,
        changed(() => ({ when: () => true })),
      ),
    ofMarketplace: (rule, condition) =>
      mutant(
        rule,
        ["of the marketplace", "names the marketplace as its account"],
        condition?.only,
        changed(({ account }) => ({
          account: (facts) => (condition?.when(facts) === false ? account(facts) : facts.vendor.accountId),
        })),
      ),
    onlyTo: (rule, receiver) =>
      mutant(
        rule,
        ["only to the", "is sent only to the"],
        receiver,
        changed(() => ({
          to: ({ vendor }) => [receiver === "vendor" ? vendor.id : vendor.accountId],
        })),
      ),
  };
}

export const transfer = connectEventFaults("transferCreated");
export const reversed = connectEventFaults("transferReversed");
export const commission = connectEventFaults("commissionCreated");
export const clawback = connectEventFaults("commissionRefunded");
export const maturity = connectEventFaults("fundsAvailable");
export const refundBlocked = connectEventFaults("refundBlocked");
export const reversalBlocked = connectEventFaults("reversalBlocked");

/** Wrong values. */
export const marketplace = as<AboutVendor>("the marketplace", (_usual, { vendor }) => vendor.accountId);
export const itself = as<AboutVendor>("the vendor", (_usual, { vendor }) => vendor.id);

/** Maps a vendor to the first vendor of its marketplace that was passed in. */
const firstOfMarketplace = (): ((vendor: Vendor) => string) => {
  const first = new Map<string, string>();
  return ({ id, accountId }) => {
    const known = first.get(accountId) ?? id;
    first.set(accountId, known);
    return known;
  };
};

/** An event that is emitted only for the first vendor of a marketplace. */
/** The events of live vendors. */
export const ofLiveVendors: Condition<AboutVendor> = where(
  "for live vendors",
  ({ vendor }: AboutVendor) => vendor.mode === "live",
);

export const FIRST_VENDOR = "for the first vendor of its marketplace";
export const isFirstVendor = () => {
  const first = firstOfMarketplace();
  return ({ vendor }: AboutVendor): boolean => first(vendor) === vendor.id;
};

/** A field that names the first vendor of a marketplace. */
export const THE_FIRST_VENDOR = "the first vendor of the marketplace";
export const firstVendor = () => {
  const first = firstOfMarketplace();
  return (_usual: unknown, { vendor }: AboutVendor): string => first(vendor);
};

/** Changes the data of one event. */
export const connectEventData = <Key extends Name>(
  event: Key,
  change: Readonly<Record<string, (facts: FactsOf<Key>) => unknown>>,
): Replace => part(["connect", "events", event, "data"], () => change as object);

/** An event where the document has none. */
export const draft = (
  type: string,
  { id, accountId, mode }: Pick<Vendor, "id" | "accountId" | "mode">,
  data: EventDraft["data"],
): EventDraft => ({
  type,
  accountId: id,
  mode,
  envelope: "connect",
  data: { account: id, ...data },
  to: [accountId, id],
});

/** Adds events to a decision, before its own. */
export const alsoEmitting = (decision: Decision, events: readonly EventDraft[]): Decision => ({
  ...decision,
  events: [...events, ...(decision.events ?? [])],
});

/** A decision that emits each of its events twice. */
export const twice = (decision: Decision): Decision => ({
  ...decision,
  events: (decision.events ?? []).flatMap((event) => [event, event]),
});

/** Emits an event for reversals that one guard refuses. */
export const emittingForRefusedReversals = (
  guard: string,
  type: string,
  dataOf: (allocation: Allocation) => EventDraft["data"],
): Replace =>
  refusing("reversals", guard, (refusal, { state, command }) => {
    const allocation = state.get(allocations, command.params["allocationId"] ?? "");
    const vendor = allocation === undefined ? undefined : state.get(vendors, allocation.vendor);
    return allocation === undefined || vendor === undefined
      ? refusal
      : alsoEmitting(refusal, [draft(type, vendor, dataOf(allocation))]);
  });

export type Envelope = Readonly<Record<string, unknown>>;

/** Changes the second copy of doubled deliveries. */
export function redelivering(change: (envelope: Envelope) => Envelope): Replace {
  return entry(
    "deliveryPlans",
    "duplicated",
    (duplicated) => (due, ids) =>
      duplicated(due, ids).map((planned, index) => {
        const { delivery } = planned;
        const { event } = delivery.entry.body as { event?: Envelope };
        if (index % 2 === 0 || event === undefined) return planned;
        const body = { ...delivery.entry.body, event: change(event) };
        return { ...planned, delivery: { ...delivery, entry: { ...delivery.entry, body } } };
      }),
  );
}
