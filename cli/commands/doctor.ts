import { dirname } from "node:path";
import { relocated } from "../../harness/profile/paths.ts";
import { isSupplied, resolveKeys } from "../../harness/profile/secrets.ts";
import { UsageError } from "../../harness/profile/usage-error.ts";
import type { KeyRole, Keys } from "../../harness/profile/types.ts";
import type { ExitCode } from "../../harness/results.ts";
import { redactorFor } from "../../harness/redaction/run-secrets.ts";
import { operationMapText } from "../../reports/console/operation-map.ts";
import { catalogue } from "../../spec/index.ts";
import { planOf } from "../selection/scope.ts";
import { type Finding, findingAbout, findingLine } from "../doctor/finding.ts";
import { hostFindings } from "../doctor/hosts.ts";
import { notOfferedPlaceholder, placeholdersFor } from "../doctor/placeholders.ts";
import { profileText, profileToWrite, templateText, writeProfile } from "../doctor/profile-file.ts";
import { type Found, readTarget } from "../doctor/reading.ts";
import { withFoundSettings } from "../doctor/settings.ts";
import { hideSecrets, print, warn } from "../terminal/output.ts";
import { planText } from "../plan/plan-text.ts";
import { type RunPlan, toRunPlan } from "../plan/plan.ts";
import { controlFault } from "../targets/reachability.ts";
import { type DescribedTarget, describeProfile, type Target, testKeyName } from "../targets/describe.ts";
import { embeddedTarget } from "../targets/emulator.ts";
import { PROFILE_FILE, type TargetArguments, selectTarget } from "../targets/find.ts";
import { absentSections, isAsked, withoutJudged } from "../targets/absent-sections.ts";
import { areasOf, obstacleOf } from "../targets/inquiry.ts";
import { mapOperations } from "../targets/operation-map.ts";

export interface DoctorArguments extends TargetArguments {
  readonly probeEvents: boolean;
  /** Write what is found into a profile. */
  readonly write: boolean;
  /** The file to write. Default: the profile that was read. */
  readonly out?: string;
  readonly overwrite: boolean;
}

/** How a target is examined. */
interface Examination extends DoctorArguments {
  /** The file for the profile; null if none is written. */
  readonly file: string | null;
  /** Null for the embedded emulator. */
  readonly described: DescribedTarget | null;
  /** The findings about settings that were found without a key. */
  readonly settings: readonly Finding[];
}

/**
 * Checks a target before a run: prints what works, what is missing, and what a run would do. With `write`, writes a commented profile
 * with what was found; without a target, one to fill in by hand.
 */
export async function doctor(options: DoctorArguments): Promise<ExitCode> {
  const file = options.write ? profileToWrite(options) : null;
  const described = selectTarget(options);
  if (described !== null) return examineDescribed(described, { ...options, file });
  if (file !== null) {
    writeProfile(file, templateText());
    const key = process.env["PAYCONFORM_KEY"] === undefined ? ", set PAYCONFORM_KEY to a test key" : "";
    print(
      `wrote ${file}. Next: write the URL of your server into it (\`target.baseUrl\`)${key}, then run \`payconform doctor${flagFor(file)}\`.`,
    );
    return 0;
  }
  const target = await embeddedTarget({ seed: options.seed });
  try {
    print("payconform doctor: the embedded emulator (no target given)");
    return await examine(target, { ...options, file, described, settings: [] });
  } finally {
    await target.close();
  }
}

/** Without the flag, other commands find only the default file. */
const flagFor = (file: string): string => (file === PROFILE_FILE ? "" : ` --profile ${file}`);

async function examineDescribed(
  given: DescribedTarget,
  options: Omit<Examination, "described" | "settings">,
): Promise<ExitCode> {
  print(`payconform doctor: ${given.profile.target.baseUrl}`);
  const hosts = await hostFindings(given);
  show(hosts.findings);
  if (!hosts.reachable) return refused(3, options);
  const noControl = await controlFault(given);
  if (noControl !== null) {
    show([findingAbout("control")("problem", noControl)]);
    return refused(2, options);
  }
  const { described: completed, findings: settings } = await withFoundSettings(given);
  // A run does not have what is not written.
  const described = options.write ? completed : given;
  const { profile, access } = described;
  const keys = readKeys(described, options.allowLiveKey);
  if (!("test" in keys)) {
    show(keys.findings);
    return refused(2, options);
  }
  hideSecrets(redactorFor({ profile, keys, access }));
  const close = (): Promise<void> => Promise.resolve();
  const target = { profile, keys, access, liveKeyAllowed: options.allowLiveKey, embedded: false, close };
  return examine(target, { ...options, described, settings });
}

function show(findings: readonly Finding[]): void {
  for (const finding of findings) print(findingLine(finding));
}

/** Ends an examination after which no profile can be written. */
function refused(code: ExitCode, { file }: Pick<Examination, "file">): ExitCode {
  if (file !== null)
    warn("no profile was written; without a target, `payconform init` writes one to fill in by hand");
  return code;
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
  const { described, file, settings } = options;
  const map = await mapOperations(target, areasOf(catalogue), isAsked);
  const obstacle = obstacleOf(map);
  if (obstacle !== null) {
    show([findingAbout("interface")("problem", obstacle)]);
    return refused(3, options);
  }
  const isUnused = (role: KeyRole): boolean => {
    const source = target.profile.keys[role];
    if (described === null || source === undefined || target.keys[role] !== undefined) return false;
    return isSupplied(source, described.secretContext);
  };
  const reading = await readTarget(target, { ...options, writes: file !== null, map, isUnused });
  const { findings, found } = reading;
  show([...settings, ...findings]);
  if (map.operations.length > 0) print(`\n${operationMapText(map.operations)}`);
  const completed =
    described === null || found === null || file === null ? null : withFound(described, found);
  const supplies =
    completed === null ? reading.supplies : { ...reading.supplies, profile: completed.profile };
  const hosts = { knowsCheckout: supplies.checkoutHost !== false };
  const absent = found === null ? [] : withoutJudged(absentSections(map.operations, hosts), supplies);
  const without = absent.flatMap(({ areas }) => areas);
  for (const line of planLines(toRunPlan(planOf({ patterns: [] }), { supplies, without }))) print(line);
  if (found === null) return refused(2, options);
  if (completed !== null && file !== null) {
    const { written } = completed;
    const placeholders = [
      ...placeholdersFor(written, supplies),
      ...((written.notOffered ?? []).length > 0 ? [] : notOfferedPlaceholder(absent, hosts)),
    ];
    const folders = { from: completed.secretContext.folder, to: dirname(file) };
    const text = profileText(relocated(written, folders), { comments: found.comments, placeholders });
    writeProfile(file, redactorFor(target).text(text));
    print(
      `\nwrote ${file}; ${placeholders.length} settings are still open, each a comment with an example and the rules that need it. ` +
        `Next: \`payconform run${flagFor(file)}\`.`,
    );
  } else if ([...settings, ...findings].some(({ state }) => state === "found"))
    print("\nThe profile lacks what was found; `payconform doctor --write` writes it.");
  return findings.some(({ state }) => state === "problem") ? 2 : 0;
}

/** The profile of a target with the ports and fields that were found. */
function withFound({ written, secretContext }: DescribedTarget, { ports, fields }: Found): DescribedTarget {
  const some = (entries: object): boolean => Object.keys(entries).length > 0;
  return describeProfile(
    { ...written, ...(some(ports) ? { ports } : {}), ...(some(fields) ? { fields } : {}) },
    secretContext.folder,
  );
}

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
