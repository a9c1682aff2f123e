import { Id, Table, Time } from "./elements.tsx";
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

/** Timers in the order in which they become due. */
export function Timers(props: {
  view: View;
  label: string;
  timers: readonly { readonly at: number; readonly kind: string; readonly subject: string }[];
}) {
  const { view, label, timers } = props;
  return (
    <Table
      label={label}
      empty="Nothing is waiting."
      records={timers}
      columns={[
        ["Due (UTC)", ({ at }) => <Time of={at} />],
        ["What", ({ kind }) => timerName(kind)],
        ["Of", ({ subject }) => <Id view={view} id={subject} />],
      ]}
    />
  );
}
