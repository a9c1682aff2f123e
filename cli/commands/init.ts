import { existsSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { ProfileInput } from "../../harness/profile/defaults.ts";
import { parseProfile } from "../../harness/profile/load.ts";
import { resolveKeys } from "../../harness/profile/secrets.ts";
import { UsageError } from "../../harness/profile/usage-error.ts";
import type { Keys } from "../../harness/profile/types.ts";
import { redactorFor } from "../../harness/redaction/run-secrets.ts";
import type { ExitCode } from "../../harness/results.ts";
import { catalogue } from "../../spec/index.ts";
import { combineOk, findingLine } from "../doctor/finding.ts";
import { readAnswers } from "../init/answers.ts";
import { ask, isInteractive } from "../init/ask.ts";
import { describedOf, look, type Seen, withFoundControl } from "../init/look.ts";
import { merged } from "../init/merged.ts";
import { notOfferedQuestion } from "../init/not-offered.ts";
import { openQuestions, type Question } from "../init/questions.ts";
import { profileText, templateText } from "../init/write.ts";
import { hideSecrets, print, warn } from "../output.ts";
import { PROFILE_FILE } from "../targets/find.ts";
import { areasOf, obstacleOf } from "../targets/inquiry.ts";
import { absentSections, isAsked, withoutJudged } from "../targets/absent-sections.ts";
import { mapOperations, type OperationMap } from "../targets/operation-map.ts";
import { unreachable } from "../targets/reachability.ts";
import { testKeyName } from "../targets/test-key-name.ts";

export interface InitArguments {
  readonly out?: string;
  readonly target?: string;
  readonly checkoutUrl?: string;
  /** A file with answers, instead of questions in the terminal. */
  readonly answers?: string;
}

/**
 * Writes a commented profile. With a target, fills in what the target shows and what the user answers, and tries the result.
 * @throws UsageError if the file exists, an answer is wrong, or the test key is not set
 */
export async function init(options: InitArguments): Promise<ExitCode> {
  const file = options.out ?? PROFILE_FILE;
  if (existsSync(file)) {
    throw new UsageError(`${file} already exists and is not overwritten; give another file with --out`);
  }
  const folder = dirname(file);
  if (!existsSync(folder))
    throw new UsageError(`cannot write ${file}: there is no folder ${folder}; create it`);
  const answers = options.answers === undefined ? {} : readAnswers(options.answers);
  const target = {
    ...answers.target,
    ...(options.target === undefined ? {} : { baseUrl: options.target }),
    ...(options.checkoutUrl === undefined ? {} : { checkoutUrl: options.checkoutUrl }),
  };
  const isGiven = target.baseUrl !== undefined;
  const text = isGiven ? await profileOf({ ...answers, target }, options) : templateText();
  if (text === null) return 3;
  write(file, text);
  const before = [
    ...(isGiven ? [] : ["write the URL of your server into it (`target.baseUrl`)"]),
    ...(process.env["PAYCONFORM_KEY"] === undefined ? ["set PAYCONFORM_KEY to a test key"] : []),
  ];
  const next = before.length === 0 ? "run" : `${before.join(", ")}, then run`;
  // Without the flag, other commands find only the default file.
  const flag = file === PROFILE_FILE ? "" : ` --profile ${file}`;
  print(`wrote ${file}. Next: ${next} \`payconform doctor${flag}\`.`);
  return 0;
}

function write(file: string, text: string): void {
  parseProfile(text, file);
  try {
    writeFileSync(file, text, { flag: "wx" });
  } catch (error) {
    throw new UsageError(`cannot write ${file}: ${(error as NodeJS.ErrnoException).code ?? "unwritable"}`);
  }
}

/**
 * The text of a profile with what the target shows; null, after a warning, if the target is unreachable or does not serve the
 * interface. @throws UsageError if the test key is not set or the target refuses it
 */
async function profileOf(given: ProfileInput, options: InitArguments): Promise<string | null> {
  const mayAsk = options.answers === undefined && isInteractive();
  const known = withKeys(given);
  const { profile, access, secretContext } = describedOf(known);
  const keys = resolveKeys(profile, { ...secretContext, live: false });
  const redactor = redactorFor({ profile, keys, access });
  hideSecrets(redactor);
  if (keys.test === undefined)
    throw new UsageError(
      `no test key: ${testKeyName(profile)} is not set; set it, or leave out --target for a profile to fill in by hand`,
    );
  const fault = await unreachable({ profile, access });
  const notWritten = (why: string): string =>
    `${why}. No profile was written; without --target, \`payconform init\` writes one to fill in by hand.`;
  if (fault !== null) {
    warn(notWritten(fault));
    return null;
  }
  print(`looking at ${profile.target.baseUrl} …`);
  const { seen, map } = mayAsk ? await withAnswers(known, keys) : await withoutAnswers(known, keys);
  if (map.keyRefusal !== null) throw new UsageError(notWritten(map.keyRefusal));
  if (seen === null) {
    warn(notWritten(obstacleOf(map) ?? ""));
    return null;
  }
  for (const what of ["port", "control"]) {
    const findings = seen.findings.filter((finding) => finding.what === what);
    for (const finding of combineOk(findings, what)) print(findingLine(finding));
  }
  const questions = [
    ...openQuestions(seen),
    ...((seen.profile.notOffered ?? []).length > 0
      ? []
      : notOfferedQuestion(
          withoutJudged(absentSections(map.operations, hostsOf(seen)), seen.supplies),
          hostsOf(seen),
        )),
  ];
  if (questions.length > 0)
    print(`${questions.length} settings are still open; each is a comment in the profile`);
  return redactor.text(profileText(seen.profile, { comments: seen.comments, questions }));
}

interface Found {
  /** Null if the target shows nothing; `map` contains the reason. */
  readonly seen: Seen | null;
  readonly map: OperationMap;
}

async function withoutAnswers(given: ProfileInput, keys: Keys): Promise<Found> {
  const profile = withReceiver(await withFoundControl(given));
  const map = await mapOf(profile, keys);
  return { seen: showsNothing(map) ? null : await look(profile, { keys, tries: true }), map };
}

/** Asks for the hosts, then for what the served routes need, then for the names of fields that were not observed. */
async function withAnswers(given: ProfileInput, keys: Keys): Promise<Found> {
  const first = await look(await withFoundControl(given), { keys, tries: false });
  const hosts = await ask(openQuestions(first).filter(isHost), { about: "where your service is" });
  const located = await withFoundControl(merged([first.profile, ...hosts.answers]));
  const map = await mapOf(located, keys);
  if (showsNothing(map)) return { seen: null, map };
  const before = await look(located, { keys, tries: false });
  const absent = absentSections(map.operations, hostsOf(before));
  const without = absent.flatMap(({ areas }) => areas);
  const open = openQuestions({ ...before, without }).filter((one) => !isHost(one) && !isField(one));
  const isDone = hosts.isDone;
  const early = isDone ? { answers: [], isDone } : await ask(open, { about: "what it serves", absent });
  const answered = withReceiver(merged([located, ...early.answers]));
  const seen = await look(answered, { keys, tries: true });
  if (early.isDone) return { seen, map };
  const late = await ask(openQuestions({ ...seen, without }).filter(isField), {
    about: "names that could not be seen",
  });
  return { seen: { ...seen, profile: merged([seen.profile, ...late.answers]) }, map };
}

const isHost = ({ path }: Question): boolean => path[0] === "target";
const isField = ({ path }: Question): boolean => path[0] === "fields";

const mapOf = async (profile: ProfileInput, keys: Keys): Promise<OperationMap> =>
  mapOperations({ ...describedOf(profile), keys, liveKeyAllowed: false }, areasOf(catalogue), isAsked);

const showsNothing = (map: OperationMap): boolean => obstacleOf(map) !== null || map.keyRefusal !== null;

const hostsOf = ({ supplies }: Pick<Seen, "supplies">): { readonly knowsCheckout: boolean } => ({
  knowsCheckout: supplies.checkoutHost !== false,
});

/** Adds a receiver of events if the target is on this machine, and so can reach it, and the receiver can be registered. */
function withReceiver(profile: ProfileInput): ProfileInput {
  const { events, ports, target = {} } = profile;
  const isLocal = /^https?:\/\/(127\.|localhost|\[::1\])/.test(target.baseUrl ?? "");
  const isRegistered = ports?.["registerWebhookEndpoint"] !== undefined || target.controlUrl !== undefined;
  return events === undefined && isLocal && isRegistered ? { ...profile, events: { receiver: {} } } : profile;
}

/** Adds the keys whose usual environment variables are set. */
function withKeys(given: ProfileInput): ProfileInput {
  const others = [
    ["otherTest", "PAYCONFORM_OTHER_KEY"],
    ["live", "PAYCONFORM_LIVE_KEY"],
    ["otherLive", "PAYCONFORM_OTHER_LIVE_KEY"],
  ] as const;
  const set = others
    .filter(([, name]) => (process.env[name] ?? "") !== "")
    .map(([role, env]) => [role, { env }]);
  return {
    ...given,
    keys: {
      test: { env: "PAYCONFORM_KEY" },
      ...(Object.fromEntries(set) as ProfileInput["keys"]),
      ...given.keys,
    },
  };
}
