import { customers } from "../areas/customers/record.ts";
import type { State } from "../kernel/state.ts";
import { ActButton, type Button, Id, spanTo, Table, Time } from "./elements.tsx";
import type { View } from "./frame.tsx";

/** The names of the kinds of timers. */
const timerNames: Readonly<Record<string, string>> = {
  "account.mature": "payment available",
  "checkoutSession.expire": "session expiry",
  "connect.mature": "credit available",
  "connect.payday": "scheduled payouts",
  "connect.withdrawal.settle": "end of the withdrawal",
  "delivery.retry": "next delivery attempt",
  "disbursement.settle": "end of the disbursement",
  "paymentIntent.settle": "end of the payment",
  "remittance.settle": "end of the remittance",
  "subscription.activation": "activation",
  "subscription.cancellation": "scheduled cancellation",
  "subscription.due": "renewal",
  "subscription.reminder": "invoice of the next period",
  "subscription.retry": "payment retry",
  "subscription.trialEnd": "end of the trial",
};

/** The name of a kind of timer; the kind itself if it has none. */
export const timerName = (kind: string): string => timerNames[kind] ?? kind;

/** What people call an object: its name, or that of its customer or destination. */
function captionOf(state: State, id: string): string | undefined {
  const record = state.locate(id)[0]?.record as
    | Partial<Record<"name" | "description" | "url" | "firstName" | "lastName" | "customerId", unknown>>
    | undefined;
  if (record === undefined) return undefined;
  const { name, description, url, firstName, lastName, customerId } = record;
  if (typeof firstName === "string") return `${firstName} ${String(lastName)}`;
  if (typeof customerId === "string") return state.get(customers, customerId)?.name ?? undefined;
  return [name, description, url].find((text) => typeof text === "string");
}

/** What a timer shows. */
interface ShownTimer {
  readonly at: number;
  readonly kind: string;
  readonly subject: string;
  readonly payload?: Readonly<Record<string, unknown>>;
}

/** Timers in the order in which they become due. */
export function Timers(props: {
  view: View;
  label: string;
  timers: readonly ShownTimer[];
  /** What their clock shows. Default: the wall clock. */
  now?: number;
  /** The button that moves their clock to a time. Default: none. */
  moveTo?: (time: number) => Button;
}) {
  const { view, label, timers, now = view.now, moveTo } = props;
  return (
    <Table
      label={label}
      empty="Nothing is waiting."
      records={timers}
      columns={[
        ["Due (UTC)", ({ at }) => <Time of={at} />],
        ["", ({ at }) => <span class="span soft">{spanTo(at, now)}</span>],
        [
          "What",
          ({ kind, payload }) => {
            const outcome = payload?.["outcome"];
            return `${timerName(kind)}${typeof outcome === "string" ? `: ${outcome}` : ""}`;
          },
        ],
        [
          "Of",
          ({ subject }) => [
            <Id view={view} id={subject} />,
            " ",
            <span class="url">{captionOf(view.state, subject)?.slice(0, 80)}</span>,
          ],
        ],
        ...(moveTo === undefined
          ? []
          : [["", ({ at }: ShownTimer) => <ActButton view={view} {...moveTo(at)} />] as const]),
      ]}
    />
  );
}
