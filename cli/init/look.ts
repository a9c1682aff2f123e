import { createExecution } from "../../harness/engine/execution.ts";
import type { Supplies } from "../../harness/needs.ts";
import type { ProfileInput } from "../../harness/profile/defaults.ts";
import type { Keys, PortBinding } from "../../harness/profile/types.ts";
import { controlFindings } from "../doctor/control.ts";
import type { Finding } from "../doctor/finding.ts";
import { portFindings } from "../doctor/ports.ts";
import { guessOf } from "../../harness/ports.ts";
import { clip, oneLine } from "../../reports/text.ts";
import { anyRule } from "../plan/any-rule.ts";
import { sessionAt } from "../targets/session.ts";
import { controlFault } from "../targets/control.ts";
import { describeTarget, type DescribedTarget } from "../targets/describe.ts";
import { observedFields } from "./observe.ts";
import { missingOutputs, withObservedOutputs } from "./outputs.ts";

/** A profile that contains what its target shows, and comments by path. */
export interface Seen {
  readonly profile: ProfileInput;
  readonly supplies: Supplies;
  readonly comments: ReadonlyMap<string, string>;
  readonly findings: readonly Finding[];
}

/** Tries the ports and the control of a profile that has a URL, and finds the names of fields; without `tries`, finds only the supplies. */
export async function look(profile: ProfileInput, options: { keys: Keys; tries: boolean }): Promise<Seen> {
  const { keys } = options;
  const described = describedOf(profile);
  const session = await sessionAt({ ...described, keys, liveKeyAllowed: false }, { connections: 4 });
  const comments = new Map<string, string>();
  const { check, cleanUp } = createExecution({
    session,
    rule: anyRule("init/init"),
    signal: session.closing,
    attempt: 1,
    deadlineAt: performance.now() + RULES * session.profile.deadlines.ruleMs,
  });
  try {
    if (!options.tries) return { profile, supplies: session.supplies, comments, findings: [] };
    const ports = session.profile.ports as Record<string, PortBinding>;
    const guessed = [...session.guessedPorts];
    for (const name of guessed) {
      const guess = guessOf(name);
      if (guess !== null) ports[name] = guess;
    }
    const tried = await portFindings(check, (name, body) => {
      const binding = ports[name];
      if (binding !== undefined) ports[name] = withObservedOutputs(name, binding, body);
    });
    // A guess that works is written to the profile; another one remains a question.
    const wrong = guessed.filter(
      (name) => !tried.some(({ state, subject }) => state === "ok" && subject === name),
    );
    for (const name of wrong) delete ports[name];
    const findings = tried.filter(({ subject }) => subject === undefined || !wrong.includes(subject));
    const fields: Record<string, string> = { ...profile.fields };
    for (const { name, value, how } of await observedFields(check)) {
      if (fields[name] !== undefined) continue;
      fields[name] = value;
      comments.set(`fields.${name}`, `Seen: ${how}.`);
    }
    const control = await controlFindings(check);
    for (const { state, subject: name, text } of findings) {
      if (name === undefined) continue;
      const binding = ports[name];
      const unseen = binding === undefined ? [] : missingOutputs(name, binding);
      const more = unseen.length === 0 ? "" : ` Outputs without a pointer: ${unseen.join(", ")}.`;
      comments.set(`ports.${name}`, `${MARKS[state]}: ${clip(oneLine(text), MAX_CHARACTERS)}.${more}`);
    }
    const grown: ProfileInput = {
      ...profile,
      ...(Object.keys(ports).length === 0 ? {} : { ports: { ...ports } }),
      ...(Object.keys(fields).length === 0 ? {} : { fields }),
    };
    const supplies = { ...session.supplies, profile: describedOf(grown).profile };
    return { profile: grown, supplies, comments, findings: [...findings, ...control] };
  } finally {
    await cleanUp();
    await session.close();
  }
}

const MAX_CHARACTERS = 200;

/** The time limit of all trials together, in times of a rule. */
const RULES = 5;

const MARKS = { ok: "Tried", note: "Note", untried: "Not tried", problem: "PROBLEM" } as const;

/** Adds the control URL to a profile if the target serves control at `/control`. */
export async function withFoundControl(profile: ProfileInput): Promise<ProfileInput> {
  const { target = {} } = profile;
  if (target.controlUrl !== undefined || target.controlModule !== undefined) return profile;
  const found = { ...profile, target: { ...target, controlUrl: `${target.baseUrl ?? ""}/control` } };
  const { profile: described, access } = describedOf(found);
  return (await controlFault({ profile: described, access })) === null ? found : profile;
}

export function describedOf(profile: ProfileInput): DescribedTarget {
  const described = describeTarget({ profile });
  if (described === null) throw new Error("a profile of init has a URL");
  return described;
}
