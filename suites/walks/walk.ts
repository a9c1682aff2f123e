import * as fc from "fast-check";
import { controlOperations } from "../../harness/control.ts";
import { type Check, type Merchant, NeedMissing } from "../kit.ts";
import { listen } from "../fixtures/every-event.ts";
import { actsOf, actsOn, type Theme } from "./acts.ts";
import { type Done, Performer } from "./perform.ts";
import { type Step, steps } from "./steps.ts";
import { World } from "./world.ts";

/**
 * Does what the seed draws, with two accounts that have seen nothing else. What comes back is judged by the rules that judge all traffic.
 * Returns the account that acted most.
 */
export async function walk(
  check: Check,
  { theme, length }: { readonly theme: Theme; readonly length: number },
): Promise<Merchant> {
  const controls = new Set([...controlOperations.keys()].filter((name) => check.has(`control.${name}`)));
  const acts = actsOn(theme, actsOf(check.profile, controls));
  const world = new World(await twoAccounts(check));
  for (const merchant of world.actors) await listen(check, merchant);
  const drawn = fc.sample(
    fc.array(
      steps(acts, () => 1),
      { minLength: length, maxLength: length, size: "max" },
    ),
    { seed: check.seed, numRuns: 1, unbiased: true },
  );
  const performer = new Performer({ check, world, acts, named: check.name("walk").replaceAll(" ", "-") });
  await performAll(performer, drawn[0] ?? [], { signal: check.signal, after: () => true });
  return world.actors[0];
}

/** Whether all were performed, and none ended the episode. Then everything is read once more. */
export async function performAll(
  performer: Performer,
  steps: readonly Step[],
  {
    signal,
    after,
  }: { readonly signal: AbortSignal; readonly after: (index: number, done: readonly Done[]) => boolean },
): Promise<boolean> {
  for (let index = 0; index < steps.length && !signal.aborted; index += 1) {
    const [step, next] = steps.slice(index, index + 2);
    if (step === undefined) break;
    const group = step.isTogether && next !== undefined ? [step, next] : [step];
    const done = (await Promise.all(group.map((one) => performer.perform(one)))).filter(
      (one) => one !== null,
    );
    index += group.length - 1;
    if (!after(index, done)) return false;
  }
  await performer.readAll();
  return true;
}

/** Two accounts: new ones if control can create them, else those of the profile. */
export async function twoAccounts(check: Check): Promise<readonly [Merchant, ...Merchant[]]> {
  if (check.has("control.createMerchant")) {
    const isConnect = !check.profile.notOffered.includes("allocations");
    const own = (connectMode: string): Promise<Merchant> =>
      check.ownMerchant(isConnect ? { connectMode } : {});
    return [await own("marketplace"), await own("platform")];
  }
  const first = await check.merchant();
  try {
    return [first, await check.otherMerchant()];
  } catch (error) {
    if (error instanceof NeedMissing) return [first];
    throw error;
  }
}
