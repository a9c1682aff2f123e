import type { Check } from "../../harness/check.ts";
import { createExecution } from "../../harness/engine/execution.ts";
import { planRun } from "../../harness/engine/plan.ts";
import { isSupplied, resolveKeys } from "../../harness/profile/secrets.ts";
import { UsageError } from "../../harness/profile/usage-error.ts";
import type { KeyRole, Keys } from "../../harness/profile/types.ts";
import type { ExitCode } from "../../harness/results.ts";
import { redactorFor } from "../../harness/redaction/run-secrets.ts";
import { operationMapText } from "../../reports/operation-map.ts";
import { catalogue } from "../../spec/index.ts";
import { checks } from "../../suites/index.ts";
import { controlFindings } from "../doctor/control.ts";
import { eventFindings } from "../doctor/events.ts";
import { combineOk, type Finding, findingAbout, findingLine } from "../doctor/finding.ts";
import { hostFindings } from "../doctor/hosts.ts";
import { accountFindings, keyFindings } from "../doctor/keys.ts";
import { portFindings } from "../doctor/ports.ts";
import { hideSecrets, print } from "../output.ts";
import { anyRule } from "../plan/any-rule.ts";
import { planText } from "../plan/plan-text.ts";
import { hasVendor, type RunPlan, toRunPlan } from "../plan/plan.ts";
import { sessionAt } from "../targets/session.ts";
import { controlFault } from "../targets/control.ts";
import type { DescribedTarget } from "../targets/describe.ts";
import { embeddedTarget } from "../targets/embedded.ts";
import { type TargetArguments, selectTarget } from "../targets/find.ts";
import { absentSections, isAsked, withoutJudged } from "../targets/absent-sections.ts";
import { areasOf, obstacleOf } from "../targets/inquiry.ts";
import { mapOperations, type OperationMap } from "../targets/operation-map.ts";
import { testKeyName } from "../targets/test-key-name.ts";
import type { Target } from "../targets/target.ts";

export interface DoctorArguments extends Omit<TargetArguments, "seed"> {
  readonly probeEvents: boolean;
  readonly seed: number;
}

interface Examination extends DoctorArguments {
  /** Whether a key is set but was not read because live keys are not allowed. */
  readonly isUnused: (role: KeyRole) => boolean;
}

/** Checks a target before a run: prints what works, what is missing, and what a run would do. */
export async function doctor(options: DoctorArguments): Promise<ExitCode> {
  const described = selectTarget(options);
  if (described === null) {
    const target = await embeddedTarget({ seed: options.seed });
    try {
      print("payconform doctor: the embedded emulator (no target given)");
      return await examine(target, { ...options, isUnused: () => false });
    } finally {
      await target.close();
    }
  }
  const { profile, access, secretContext } = described;
  print(`payconform doctor: ${profile.target.baseUrl}`);
  const hosts = await hostFindings({ profile, access });
  for (const finding of hosts.findings) print(findingLine(finding));
  if (!hosts.reachable) return 3;
  const noControl = await controlFault({ profile, access });
  if (noControl !== null) {
    print(findingLine(findingAbout("control")("problem", noControl)));
    return 2;
  }
  const keys = readKeys(described, options.allowLiveKey);
  if (!("test" in keys)) {
    for (const finding of keys.findings) print(findingLine(finding));
    return 2;
  }
  hideSecrets(redactorFor({ profile, keys, access }));
  const liveKeyAllowed = options.allowLiveKey;
  const close = (): Promise<void> => Promise.resolve();
  const isUnused = (role: KeyRole): boolean => {
    const source = profile.keys[role];
    return keys[role] === undefined && source !== undefined && isSupplied(source, secretContext);
  };
  const target = { profile, keys, access, liveKeyAllowed, embedded: false, close };
  return examine(target, { ...options, isUnused });
}

/** The keys, or findings that explain why there is no test key. */
function readKeys(
  { profile, secretContext }: DescribedTarget,
  live: boolean,
): (Keys & { readonly test: string }) | { readonly findings: readonly Finding[] } {
  try {
    const { test, ...others } = resolveKeys(profile, { ...secretContext, live });
    if (test !== undefined) return { ...others, test };
    const text = `not set: set ${testKeyName(profile)} to a key that begins with sk_test_`;
    return { findings: [findingAbout("test key")("problem", text)] };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { findings: error.message.split("\n").map((line) => findingAbout("keys")("problem", line)) };
  }
}

async function examine(target: Target, options: Examination): Promise<ExitCode> {
  const map = await mapOperations(target, areasOf(catalogue), isAsked);
  const obstacle = obstacleOf(map);
  if (obstacle !== null) {
    print(findingLine(findingAbout("interface")("problem", obstacle)));
    return 3;
  }
  const { findings, runPlan } = await look(target, { ...options, map });
  for (const finding of findings) print(findingLine(finding));
  if (map.operations.length > 0) print(`\n${operationMapText(map.operations)}`);
  for (const line of planLines(runPlan)) print(line);
  return findings.some(({ state }) => state === "problem") ? 2 : 0;
}

async function look(
  target: Target,
  options: Examination & { readonly map: OperationMap },
): Promise<{ findings: readonly Finding[]; runPlan: RunPlan }> {
  const { profile, keys } = target;
  const { seed } = options;
  const session = await sessionAt(target, { connections: 4, seed, runs: 1 });
  const { check, cleanUp } = createExecution({
    session,
    rule: anyRule("doctor/doctor"),
    signal: AbortSignal.any([session.closing, AbortSignal.timeout(profile.deadlines.ruleMs)]),
    attempt: 1,
  });
  try {
    const tried = await keyFindings(check, {
      keys,
      isUnused: options.isUnused,
      hasRoute: options.map.operations.some(
        ({ operation, state }) => operation === "retrievePaymentIntent" && state === "documented",
      ),
    });
    const works = !tried.some(({ what, state }) => what === "test key" && state === "problem");
    const findings = works
      ? [
          ...(await keysAndAccounts(check, keys, tried)),
          ...(session.supplies.checkoutHost === false ? [NO_CHECKOUT_HOST] : []),
          ...(await eventFindings(check, { probe: options.probeEvents })),
          ...combineOk(await portFindings(check), "ports"),
          ...combineOk(await controlFindings(check), "control"),
        ]
      : tried;
    const plan = planRun({ checks, patterns: [] });
    const supplies = { ...session.supplies, vendorFound: works && (await hasVendor(session)) };
    const sections = works
      ? withoutJudged(
          absentSections(options.map.operations, { knowsCheckout: supplies.checkoutHost !== false }),
          supplies,
        )
      : [];
    const without = sections.flatMap(({ areas }) => areas);
    return { findings, runPlan: toRunPlan(plan, { supplies, without }) };
  } finally {
    await cleanUp();
    await session.close();
  }
}

/** Findings about keys and accounts. A test key that creates an intent is accepted, even if the target has no route to retrieve one. */
async function keysAndAccounts(
  check: Check,
  keys: Keys,
  tried: readonly Finding[],
): Promise<readonly Finding[]> {
  const accounts = await accountFindings(check, keys);
  const creates = accounts.some(({ what, state }) => what === "account" && state === "ok");
  return [
    ...tried.map((finding) =>
      creates && finding.what === "test key" && finding.state === "note"
        ? { ...finding, state: "ok" as const, text: "accepted: it creates payment intents" }
        : finding,
    ),
    ...accounts,
  ];
}

const NO_CHECKOUT_HOST = findingAbout("checkout host")(
  "note",
  "not set, and the payment host does not serve its routes (sessions, test clocks)",
);

function planLines(runPlan: RunPlan): readonly string[] {
  const { control } = runPlan;
  const offers =
    control === null
      ? "not set (target.controlUrl in the profile)"
      : control.length === 0
        ? "offers no operation"
        : `offers ${control.length} operations`;
  return ["", "plan of a run of all rules", ...planText(runPlan, [`control        ${offers}`])];
}
