import { existsSync, writeFileSync } from "node:fs";
import type { ProfileInput } from "../../harness/profile/defaults.ts";
import { parseProfile } from "../../harness/profile/load.ts";
import { resolveKeys } from "../../harness/profile/secrets.ts";
import { UsageError } from "../../harness/profile/usage-error.ts";
import type { Keys } from "../../harness/profile/types.ts";
import { redactorFor } from "../../harness/redaction/run-secrets.ts";
import type { ExitCode } from "../../harness/results.ts";
import { catalogue } from "../../spec/index.ts";
import { findingLine, withOkTogether } from "../doctor/finding.ts";
import { readAnswers } from "../init/answers.ts";
import { ask, isInteractive } from "../init/ask.ts";
import { describedOf, look, type Seen, withSeenControl } from "../init/look.ts";
import { merged } from "../init/merged.ts";
import { isAsked, notOfferedQuestion } from "../init/not-offered.ts";
import { openQuestions } from "../init/questions.ts";
import { profileText, templateText } from "../init/write.ts";
import { hideSecrets, print } from "../output.ts";
import { PROFILE_FILE } from "../targets/find.ts";
import { areasOf } from "../targets/inquiry.ts";
import { mapOperations } from "../targets/operation-map.ts";
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
 * Writes a commented profile; with a target, it fills in what the target shows and what the user answers, and tries it.
 * @throws UsageError when the file exists, or an answer is wrong
 */
export async function init(options: InitArguments): Promise<ExitCode> {
  const file = options.out ?? PROFILE_FILE;
  if (existsSync(file)) {
    throw new UsageError(`${file} already exists and is not overwritten; give another file with --out`);
  }
  const answers = options.answers === undefined ? {} : readAnswers(options.answers);
  const target = {
    ...answers.target,
    ...(options.target === undefined ? {} : { baseUrl: options.target }),
    ...(options.checkoutUrl === undefined ? {} : { checkoutUrl: options.checkoutUrl }),
  };
  const isGiven = target.baseUrl !== undefined;
  write(file, isGiven ? await profileOf({ ...answers, target }, options) : templateText());
  const next =
    process.env["PAYCONFORM_KEY"] === undefined ? "set PAYCONFORM_KEY to a test key, then run" : "run";
  print(`wrote ${file}. Next: ${next} \`payconform doctor\`.`);
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

async function profileOf(given: ProfileInput, options: InitArguments): Promise<string> {
  const asked = options.answers === undefined && isInteractive();
  const known = withKeys(given);
  const { profile, access, secretContext } = describedOf(known);
  const keys = resolveKeys(profile, { ...secretContext, live: false });
  const redactor = redactorFor({ profile, keys, access });
  hideSecrets(redactor);
  const fault =
    (await unreachable({ profile, access })) ??
    (keys.test === undefined ? `no test key: ${testKeyName(profile)} is not set` : null);
  if (fault !== null) {
    const why = `nothing was tried: ${fault}; solve that, delete this profile, and run \`payconform init\` again to fill it in`;
    print(why);
    return redactor.text(profileText(known, { comments: new Map(), questions: [], head: [why] }));
  }
  print(`looking at ${profile.target.baseUrl} …`);
  const seen = await seenProfile(known, { keys, asked });
  for (const what of ["port", "control"]) {
    const findings = seen.findings.filter((finding) => finding.what === what);
    for (const finding of withOkTogether(findings, what)) print(findingLine(finding));
  }
  const described = describedOf(seen.profile);
  const map = await mapOperations({ ...described, keys, liveKeyAllowed: false }, areasOf(catalogue), isAsked);
  const questions = [
    ...openQuestions(seen.profile, seen.supplies),
    ...((seen.profile.notOffered ?? []).length > 0
      ? []
      : notOfferedQuestion(map, { knowsCheckout: seen.supplies.checkoutHost !== false })),
  ];
  if (questions.length > 0)
    print(`${questions.length} settings are left open: each is a comment in the profile`);
  return redactor.text(profileText(seen.profile, { comments: seen.comments, questions, head: [] }));
}

/** The profile with what the target shows and, if the user is asked, with the answers. */
async function seenProfile(
  given: ProfileInput,
  { keys, asked }: { readonly keys: Keys; readonly asked: boolean },
): Promise<Seen> {
  const controlled = await withSeenControl(given);
  if (!asked) return look(withReceiver(controlled), { keys, tries: true });
  // Names of fields are asked for only when they could not be seen.
  const isField = ({ path }: { readonly path: readonly string[] }): boolean => path[0] === "fields";
  const first = await look(controlled, { keys, tries: false });
  const early = openQuestions(first.profile, first.supplies).filter((question) => !isField(question));
  const { answers, isDone } = await ask(early);
  const answered = merged([first.profile, ...answers]);
  const seen = await look(withReceiver(answered), { keys, tries: true });
  if (isDone) return seen;
  const late = await ask(openQuestions(seen.profile, seen.supplies).filter(isField));
  return { ...seen, profile: merged([seen.profile, ...late.answers]) };
}

/** A target on this machine reaches a receiver that the suite opens, if its address can be registered. */
function withReceiver(profile: ProfileInput): ProfileInput {
  const { events, ports, target = {} } = profile;
  const isLocal = /^https?:\/\/(127\.|localhost|\[::1\])/.test(target.baseUrl ?? "");
  const isRegistered = ports?.["registerWebhookEndpoint"] !== undefined || target.controlUrl !== undefined;
  return events === undefined && isLocal && isRegistered ? { ...profile, events: { receiver: {} } } : profile;
}

/** The keys whose usual variables are set. */
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
