import { contractOperations } from "../../harness/contract.ts";
import { UsageError } from "../../harness/profile/usage-error.ts";
import type { Recording } from "../../harness/recording/recording.ts";
import { Recognizer } from "../../harness/traffic/recognize.ts";
import { firstOf } from "../../reports/text/text.ts";
import { type DescribedTarget, describeProfile, describeRecorded } from "../targets/describe.ts";

const SHOWN = 5;

/**
 * The hosts of the target: those that got documented requests at their roots.
 * @throws UsageError if none did, or several did
 */
function guessTarget(recordings: readonly Recording[]): { baseUrl: string; checkoutUrl?: string } {
  const hosts = [...new Set(recordings.flatMap((one) => one.hosts))];
  const recognizers = new Map(
    hosts.map((url) => [url, new Recognizer({ target: { baseUrl: url, checkoutUrl: url } })]),
  );
  const found = { payment: new Set<string>(), checkout: new Set<string>() };
  for (const { steps } of recordings)
    for (const step of steps) {
      if (step.kind !== "begin") continue;
      const { origin } = step.request.url;
      const operation = recognizers.get(origin)?.recognize(step.request)?.operation ?? "";
      const host = contractOperations.get(operation)?.host;
      if (host === "payment" || host === "checkout") found[host].add(origin);
    }
  const [payment, checkout] = [[...found.payment], [...found.checkout]];
  const several = [payment, checkout].find((all) => all.length > 1);
  if (several !== undefined)
    throw new UsageError(
      `several hosts get documented requests: ${firstOf(several, SHOWN)}; name the one to judge with --target (and --checkout-url)`,
    );
  const [baseUrl = checkout[0], checkoutUrl] = [payment[0], checkout[0]];
  if (baseUrl === undefined)
    throw new UsageError(
      hosts.length === 0
        ? "no request is recorded; record the traffic of a client with the server"
        : `no documented request is recorded at the root of a host (requests go to ${firstOf(hosts, SHOWN)}); name the target with --target, with its path`,
    );
  return { baseUrl, ...(checkoutUrl === undefined ? {} : { checkoutUrl }) };
}

/** The target that payconform recorded; else the hosts that got documented requests. @throws UsageError */
export function recordedTarget(recordings: readonly Recording[]): DescribedTarget {
  const profile = recordings.map(({ run }) => run?.profile ?? null).find((one) => one !== null);
  if (profile !== undefined) return describeRecorded(profile);
  const recorded = recordings.map(({ target }) => target).find((target) => target?.baseUrl !== undefined);
  return describeProfile({ target: recorded ?? guessTarget(recordings) }, ".");
}
