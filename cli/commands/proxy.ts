import { loadBaseline } from "../../harness/profile/baseline.ts";
import { resolveKeys } from "../../harness/profile/secrets.ts";
import { UsageError } from "../../harness/profile/usage-error.ts";
import type { ExitCode } from "../../harness/results.ts";
import { TrafficJudge } from "../../harness/traffic/traffic-judge.ts";
import { hasColours } from "../../reports/console/console.ts";
import { ownAnswers } from "../proxy/own-requests.ts";
import { PassingTraffic } from "../proxy/passing-traffic.ts";
import { openRelays, type Ports } from "../proxy/relays.ts";
import { Violations } from "../proxy/violations.ts";
import { endOutput, outputFolder } from "../reporting/out-folder.ts";
import { onceStopped } from "../runner/stop.ts";
import { selectRules } from "../selection/select-rules.ts";
import { selectTarget, type TargetArguments } from "../targets/find.ts";
import { hideSecrets, print, reportStream, warn } from "../terminal/output.ts";
import { checkArguments, reportTraffic, type TrafficReportArguments } from "../traffic/traffic-report.ts";

interface ProxyArguments
  extends TrafficReportArguments, Ports, Pick<TargetArguments, "target" | "checkoutUrl" | "profile"> {
  readonly failOn?: "violated";
}

/** Passes the requests of a client's tests on to a target, and judges them, until it is interrupted. Then it writes the reports. */
export async function proxy(options: ProxyArguments): Promise<ExitCode> {
  checkArguments(options);
  const target = selectTarget(options);
  if (target === null)
    throw new UsageError("no target is named; add --target with the URL of your server, or --profile");
  if ((options.webhookPort === undefined) !== (options.webhookTo === undefined))
    throw new UsageError("--webhook-port and --webhook-to need each other; add the other one");
  const { profile, access, secretContext } = target;
  const startedAt = Date.now();
  const violations = new Violations({
    rules: selectRules(options.rules ?? []).rules,
    known: options.baseline === undefined ? [] : loadBaseline(options.baseline).known,
    colour: hasColours({ isTTY: process.stdout.isTTY === true, ci: (process.env["CI"] ?? "") !== "" }),
  });
  const judge = await TrafficJudge.open({
    profile,
    access,
    keys: resolveKeys(profile, { ...secretContext, live: false }),
    onViolation: (result) => {
      const text = violations.found(result, traffic.judging);
      if (text !== null) reportStream.write(text);
    },
  });
  hideSecrets(judge.redactor);
  const traffic = new PassingTraffic(judge);
  const folder = outputFolder(options.out, { allure: options.allure });
  try {
    const summary = (): object => {
      const { requests, events } = judge.seen;
      return { requests, events, violated: violations.ids };
    };
    const relays = await openRelays(target, options, traffic, ownAnswers(traffic, summary));
    for (const { what, url, to } of relays.addresses) print(`${url}  passes to ${to} (${what})`);
    print("Ctrl+C ends it and writes the reports.");
    await new Promise<void>((resolve) => void onceStopped(resolve));
    await relays.close();
    traffic.settle();
    const source = `what passed ${relays.addresses.map(({ url }) => url).join(", ")}`;
    const annotate = violations.withTest.bind(violations);
    const result = await reportTraffic({ judge, source, target, options, startedAt, folder, annotate });
    if (options.failOn !== undefined || result.exitCode === 4) return result.exitCode;
    if (result.gate?.verdict === "failed") return 1;
    if (result.exitCode !== 0) warn("ends with exit code 0, because --fail-on violated is not set");
    return 0;
  } finally {
    endOutput(folder);
  }
}
