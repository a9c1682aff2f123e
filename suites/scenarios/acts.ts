import { type Answer, type Check, Inconclusive, type PortAnswer } from "../kit.ts";
import {
  callFor,
  type GivenSubscription,
  givenSubscription,
  type Wanted,
} from "../fixtures/subscriptions.ts";
import { type Advance, advance, type ClockId } from "../fixtures/test-clocks.ts";
import type { Transition } from "../model/billing.ts";
import type { Act, Recorder, Scenario } from "./recorder.ts";

/** A subscription, and the recorder of its scenario. */
export interface History {
  readonly log: Recorder;
  readonly subscription: GivenSubscription;
}

/** A scenario of one subscription, which runs once for all its rules. */
export const scenario =
  (name: string, run: (maker: Check) => Promise<History>) =>
  (check: Check): Promise<Scenario> =>
    check.once(`scenario of ${name}`, async (maker) => {
      const { log, subscription } = await run(maker);
      return log.scenario(subscription);
    });

/** Does something as a step of a subscription's history, and reads the subscription once the step has settled. */
export const step = <T extends Answer | PortAnswer>(
  { log, subscription }: History,
  [name, transition]: readonly [name: string, transition: Transition],
  work: () => Promise<T>,
  options: Pick<Act<T>, "also" | "until"> = {},
): Promise<T> => log.act({ name, transition, subject: () => subscription, do: work, ...options });

/** Creates a subscription as a step, whether or not its payment succeeds. */
export async function createdStep(
  check: Check,
  log: Recorder,
  wanted: Wanted,
  { name = "created", transition }: { readonly name?: string; readonly transition: Transition },
): Promise<GivenSubscription> {
  let subscription: GivenSubscription | undefined;
  await log.act({
    name,
    transition,
    subject: () => subscription,
    do: async () => {
      subscription = await givenSubscription(check, wanted);
      return subscription.created;
    },
  });
  if (subscription === undefined) throw new Error("the step returned no subscription");
  return subscription;
}

/**
 * Creates a paid subscription as a step, by default the first one. The default outcome of a customer's payments is open.
 * @throws Inconclusive if the target reports nothing but the failure of the first payment
 */
export async function created(
  check: Check,
  log: Recorder,
  wanted: Wanted,
  name?: string,
): Promise<GivenSubscription> {
  const subscription = await createdStep(check, log, wanted, {
    ...(name === undefined ? {} : { name }),
    transition: "created",
  });
  const { port, after } = log.steps.at(-1) ?? {};
  const failed = port?.output("paymentSuccess") === false && after?.status !== "active";
  if (failed && log.events("payment.completed").length === 0 && log.events("invoice.paid").length === 0)
    throw new Inconclusive("the first payment was not approved, although control did not decline it");
  return subscription;
}

/** Advances a clock, each time as a step. If a subscription is given, reads it after each advance. */
export const advances =
  (check: Check, clock: ClockId, { log, subscription }: Partial<History> & Pick<History, "log">) =>
  (
    name: string,
    transition: Transition,
    to: number,
    options: Pick<Act<Advance>, "also" | "count" | "follow" | "until"> = {},
  ): Promise<Advance> =>
    log.act({
      name,
      transition,
      ...(subscription === undefined ? {} : { subject: () => subscription }),
      do: () => advance(check, clock, to),
      ...options,
    });

type Port = "cancelSubscription" | "pauseSubscription" | "resumeSubscription";
type StateTransition = "cancellation scheduled" | "paused" | "resumed";

/** Sends one request about a subscription as a step. By default the step has the name of its transition. */
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

/** The same, whatever the answer. */
export function ask(
  check: Check,
  history: History,
  port: Port,
  transition: StateTransition,
  name: string = transition,
): Promise<PortAnswer> {
  check.require(`port.${port}`);
  return step(history, [name, transition], () => callFor(check, history.subscription, port));
}

/** Cancels immediately, as a step. `also`: events to wait for in addition to the transition's own. */
export async function canceledImmediately(
  check: Check,
  history: History,
  also: readonly string[] = [],
): Promise<void> {
  const inputs = { cancelImmediately: true };
  const { answer } = await step(
    history,
    ["canceled immediately", "canceled immediately"],
    () => callFor(check, history.subscription, "cancelSubscription", { inputs }),
    { also, until: ({ status }) => status === "canceled" },
  );
  check.succeeded(answer);
}
