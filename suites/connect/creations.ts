import type { SuccessBody } from "../../harness/api.ts";
import type { Check } from "../../harness/check.ts";
import type { Answer } from "../../harness/http/answer.ts";
import type { Merchant } from "../../harness/merchants.ts";
import type { PortAnswer, PortCall } from "../../harness/ports.ts";
import type { Profile } from "../../harness/profile/types.ts";
import { Inconclusive, NeedMissing } from "../../harness/verdicts.ts";
import { addressOf } from "../shared/addresses.ts";
import { isRefusal } from "../shared/refusals.ts";
import { freshKey } from "./keys.ts";

/** What is special about one creation; without anything it is an ordinary one with a new key. */
export interface CreationRequest {
  /** Values for the port's inputs; the vendor's name is always given. */
  readonly inputs?: Readonly<Record<string, unknown>>;
  /** Added to the body. */
  readonly extra?: Readonly<Record<string, unknown>>;
  /** Idempotency key; null sends none. */
  readonly idempotencyKey?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Secret key in place of the merchant's test key; null sends none. */
  readonly key?: string | null;
  /** Does not wait for the rate: for rules about it. */
  readonly hasty?: boolean;
}

export type Creation = Omit<PortAnswer, "answer"> & { readonly answer: Answer<SuccessBody<"createAccount">> };

/**
 * Sends one creation of a vendor as soon as the rate allows (§8); whatever comes is the caller's to judge.
 * @throws NeedMissing when the profile does not tell the body
 * @throws Inconclusive when the rate stands in the way all the same: what else is counted for it is open
 */
export async function sendCreation(
  check: Check,
  merchant: Merchant,
  request: CreationRequest = {},
): Promise<Creation> {
  const { idempotencyKey = freshKey(), key = merchant.testKey } = request;
  check.require("port.createVendor");
  if (check.ports.guessed("createVendor")) await guessHolds(check);
  const call = {
    inputs: inputsFor(check, { name: check.name("vendor"), ...request.inputs }),
    ...(request.extra === undefined ? {} : { extra: request.extra }),
    headers: {
      ...(idempotencyKey === null ? {} : { "Idempotency-Key": idempotencyKey }),
      ...request.headers,
    },
    key,
  };
  const sent = await inTurn(check, merchant, call, request.hasty);
  if (sent.answer.status === 429 && request.hasty !== true)
    throw new Inconclusive(`the rate of creations stood in the way: ${sent.answer.summary}`);
  return { ...sent, answer: sent.answer as Creation["answer"] };
}

/** Whether the profile tells how a vendor is created, or the target takes the guess, which is tried now. */
export async function canCreateVendors(check: Check): Promise<boolean> {
  if (!check.ports.guessed("createVendor")) return check.has("port.createVendor");
  try {
    await guessHolds(check);
    return true;
  } catch (error) {
    if (error instanceof NeedMissing) return false;
    throw error;
  }
}

/** Whether targets took the guessed body: tried once in a run, by a creation in order. */
const guesses = new WeakMap<Profile, Promise<boolean>>();

/**
 * The document does not show the body of a creation. Where the profile does not tell it either, a plain guess is tried.
 * @throws NeedMissing when the target refuses it, which says nothing of the target
 */
async function guessHolds(check: Check): Promise<void> {
  let taken = guesses.get(check.profile);
  if (taken === undefined) {
    taken = tryGuess(check);
    guesses.set(check.profile, taken);
    taken.catch(() => guesses.delete(check.profile));
  }
  if (!(await taken)) throw new NeedMissing("port.createVendor");
}

async function tryGuess(check: Check): Promise<boolean> {
  const merchant = await check.merchant();
  const { answer, output } = await inTurn(check, merchant, {
    inputs: inputsFor(check, { name: check.name("vendor") }),
    headers: { "Idempotency-Key": freshKey() },
    key: merchant.testKey,
  });
  const taken = answer.succeeded && typeof output("acct") === "string";
  // What keeps a target from answering is no refusal of the guess.
  if (!answer.succeeded && !isRefusal(answer) && answer.status !== 501) check.succeeded(answer);
  if (!taken) check.ports.giveUp("createVendor", answer);
  return taken;
}

/** Sends a creation when the rate allows. Where there is no such route, nothing counts for its rate. */
async function inTurn(check: Check, merchant: Merchant, call: PortCall, hasty = false): Promise<PortAnswer> {
  await turn(check, merchant, hasty);
  try {
    return await check.ports.call("createVendor", call);
  } catch (error) {
    if (error instanceof NeedMissing) creationsOf(check, merchant).pop();
    throw error;
  }
}

/** Which parameters are compulsory is open: what the binding asks for and gives no value of its own for is ordinary. */
function inputsFor(
  { profile }: Check,
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const { country, currency } = profile.ordinary;
  const ordinary = { email: addressOf(String(given["name"])), country, currency };
  return { ...ordinary, ...profile.ports["createVendor"]?.defaults, ...given };
}

/** A created vendor to build upon. @throws Inconclusive when it is refused */
export async function givenCreation(
  check: Check,
  merchant: Merchant,
  request: CreationRequest = {},
): Promise<Creation & { readonly acct: string }> {
  const made = await sendCreation(check, merchant, request);
  check.succeeded(made.answer);
  return { ...made, acct: made.text("acct") };
}

const MINUTE_MS = 60_000;
/** On top of a minute, for the way there. */
const MARGIN_MS = 500;

/** When creations were sent, monotonic ms, by the key of their merchant; those of a run only. */
const sentBy = new WeakMap<Profile, Map<string, number[]>>();

/** Waits until a minute holds fewer creations than the budget; every request counts, as refusals may. */
async function turn(check: Check, merchant: Merchant, hasty: boolean): Promise<void> {
  const sent = creationsOf(check, merchant);
  const most = check.profile.budget.accountCreationsPerMinute;
  for (;;) {
    const now = performance.now();
    while (sent.length > 0 && (sent[0] ?? now) + MINUTE_MS + MARGIN_MS <= now) sent.shift();
    if (hasty || sent.length < most) {
      sent.push(now);
      return;
    }
    await pause(check, (sent[0] ?? now) + MINUTE_MS + MARGIN_MS - now);
  }
}

/** Waits until no creation of this run is younger than a minute, whoever's it was: whom the rate is counted for is open. */
export async function quietMinute(check: Check): Promise<void> {
  for (;;) {
    const sent = [...(sentBy.get(check.profile)?.values() ?? [])].flat();
    const left = Math.max(0, ...sent) + MINUTE_MS + MARGIN_MS - performance.now();
    if (sent.length === 0 || left <= 0) return;
    await pause(check, left);
  }
}

/** How many creations this run has sent so far for other merchants than one. */
export function creationsElsewhere(check: Check, merchant: Merchant, since: number): number {
  const others = [...(sentBy.get(check.profile)?.entries() ?? [])].filter(
    ([key]) => key !== merchant.testKey,
  );
  return others.flatMap(([, sent]) => sent).filter((at) => at >= since).length;
}

/** Waits until a list shows every creation that this run has sent for a merchant: for those that compare two of them. */
export async function settledCreations(check: Check, merchant: Merchant): Promise<void> {
  const last = creationsOf(check, merchant).at(-1);
  if (last === undefined) return;
  await pause(check, last + check.profile.deadlines.consistencyMs + MARGIN_MS - performance.now());
}

function creationsOf(check: Check, merchant: Merchant): number[] {
  const byKey = sentBy.get(check.profile) ?? new Map<string, number[]>();
  sentBy.set(check.profile, byKey);
  const sent = byKey.get(merchant.testKey) ?? [];
  byKey.set(merchant.testKey, sent);
  return sent;
}

async function pause(check: Check, ms: number): Promise<void> {
  const end = performance.now() + ms;
  for (let left = ms; left > 0; left = end - performance.now()) {
    if (check.signal.aborted)
      throw new Inconclusive("the check was ended while it waited to create a vendor");
    await new Promise((resolve) => setTimeout(resolve, Math.min(left, 250)));
  }
}
