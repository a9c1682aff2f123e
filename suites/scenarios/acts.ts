import type { Check } from "../../harness/check.ts";
import type { PortAnswer } from "../../harness/ports.ts";
import { callFor } from "../fixtures/subscriptions.ts";
import type { History } from "./renewals.ts";

type Port = "cancelSubscription" | "pauseSubscription" | "resumeSubscription";
type StateTransition = "cancellation scheduled" | "paused" | "resumed";

/** One request about a subscription, as a step that is named after its transition by default. */
export async function act(
  check: Check,
  history: History,
  port: Port,
  transition: StateTransition,
  name?: string,
): Promise<PortAnswer> {
  const done = await ask(check, history, port, transition, name);
  check.succeeded(done.answer);
  return done;
}

/** The same, with any answer. */
export function ask(
  check: Check,
  { log, subscription }: History,
  port: Port,
  transition: StateTransition,
  name: string = transition,
): Promise<PortAnswer> {
  check.require(`port.${port}`);
  return log.act({
    name,
    transition,
    subject: () => subscription,
    do: () => callFor(check, subscription, port),
  });
}

/** An immediate cancellation, as a step; `also` are events to wait for beside its own. */
export async function canceledImmediately(
  check: Check,
  { log, subscription }: History,
  also: readonly string[] = [],
): Promise<void> {
  const { answer } = await log.act({
    name: "canceled immediately",
    transition: "canceled immediately",
    also,
    subject: () => subscription,
    until: ({ status }) => status === "canceled",
    do: () => callFor(check, subscription, "cancelSubscription", { inputs: { cancelImmediately: true } }),
  });
  check.succeeded(answer);
}
