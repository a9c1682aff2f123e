import type { Check } from "../../harness/check.ts";
import { createExecution } from "../../harness/run/execution.ts";
import type { Supplies } from "../../harness/judge/needs.ts";
import { guessOf } from "../../harness/ports.ts";
import type { KeyRole, Keys, PortBinding } from "../../harness/profile/types.ts";
import type { Session } from "../../harness/run/session.ts";
import { clip, oneLine } from "../../reports/text/text.ts";
import { anyRule, sessionAt } from "../targets/session.ts";
import { hasVendor } from "../plan/plan.ts";
import type { OperationMap } from "../targets/operation-map.ts";
import type { Target } from "../targets/describe.ts";
import { controlFindings } from "./control.ts";
import { eventFindings } from "./events.ts";
import { observedFields } from "./fields.ts";
import { combined, type Finding, findingAbout } from "./finding.ts";
import { accountFindings, keyFindings } from "./keys.ts";
import { missingOutputs, needsOutputs, withObservedOutputs } from "./outputs.ts";
import { portFindings } from "./ports.ts";

export interface ReadOptions {
  readonly seed: number;
  /** Whether to create a test subscription and wait for its event. */
  readonly probeEvents: boolean;
  /** Whether what is found is written to the profile, so that a run does not lack it. */
  readonly writes: boolean;
  readonly map: OperationMap;
  /** Whether a key is set but was not read because live keys are not allowed. */
  readonly isUnused: (role: KeyRole) => boolean;
}

/** The ports and fields of a profile, with those that were found. */
export interface Found {
  readonly ports: Readonly<Record<string, PortBinding>>;
  readonly fields: Readonly<Record<string, string>>;
  /** How they were tried or found, by their path in the profile. */
  readonly comments: ReadonlyMap<string, string>;
}

/** What a target shows of itself. */
export interface Reading {
  readonly findings: readonly Finding[];
  /** What the profile of the target supplies to a run. */
  readonly supplies: Supplies;
  /** Null if the target refuses the test key: nothing else was tried. */
  readonly found: Found | null;
}

/** The time limit of all trials together, in times of a rule. */
const RULES = 5;

/** Tries the keys of a target and, if the test key works, its events, ports, fields and control, on new objects. */
export async function readTarget(target: Target, options: ReadOptions): Promise<Reading> {
  const { keys, profile } = target;
  // Trials use what they learn. It must not look like a setting of the profile.
  const ports: Record<string, PortBinding> = { ...profile.ports };
  const session = await sessionAt(
    { ...target, profile: { ...profile, ports } },
    { connections: 4, seed: options.seed },
  );
  const { check, cleanUp } = createExecution({
    session,
    rule: anyRule("doctor/doctor"),
    signal: session.closing,
    attempt: 1,
    deadlineAt: performance.now() + RULES * profile.deadlines.ruleMs,
  });
  try {
    const tried = await keyFindings(check, {
      keys,
      isUnused: options.isUnused,
      hasRoute: options.map.operations.some(
        ({ operation, state }) => operation === "retrievePaymentIntent" && state === "documented",
      ),
    });
    const supplies = { ...session.supplies, profile };
    if (tried.some(({ what, state }) => what === "test key" && state === "problem"))
      return { findings: tried, supplies: { ...supplies, vendorFound: false }, found: null };
    const keysFound = await keysAndAccounts(check, keys, tried);
    const events = await eventFindings(check, { probe: options.probeEvents });
    const { findings, ...found } = await trials(check, { session, ports, writes: options.writes });
    return {
      findings: [
        ...keysFound,
        ...(session.supplies.checkoutHost === false ? [NO_CHECKOUT_HOST] : []),
        ...events,
        ...findings,
      ],
      supplies: { ...supplies, vendorFound: await hasVendor(session) },
      found,
    };
  } finally {
    await cleanUp();
    await session.close();
  }
}

const NO_CHECKOUT_HOST = findingAbout("checkout host")(
  "note",
  "not set, and the payment host does not serve its routes (sessions, test clocks)",
);

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

/** Tries ports and control, and finds names of fields. Adds the ports that work and the outputs of all to `ports`. */
async function trials(
  check: Check,
  options: { session: Session; ports: Record<string, PortBinding>; writes: boolean },
): Promise<Found & { readonly findings: readonly Finding[] }> {
  const { ports } = options;
  const ofPorts = await learnedPorts(check, options);
  const comments = new Map(
    ofPorts.flatMap(({ state, subject: name, text }) =>
      name === undefined ? [] : [[`ports.${name}`, portComment(state, text, ports[name], name)]],
    ),
  );
  const fields: Record<string, string> = { ...check.profile.fields };
  const observed = await observedFields(check);
  for (const { name, value, how } of observed) {
    fields[name] = value;
    comments.set(`fields.${name}`, `Seen: ${how}.`);
  }
  const ofFields = observed.map(({ name, how }) => findingAbout("fields")("found", how, name));
  const findings = [
    ...(ofPorts.length === 0 ? [NO_PORT] : combined(ofPorts, "ports")),
    ...combined(ofFields, "fields"),
    ...combined(await controlFindings(check), "control"),
  ];
  return { findings, ports, fields, comments };
}

const NO_PORT = findingAbout("port")("note", "none is bound (`ports` in the profile)");

/** Tries the ports, the guessed ones as well. A guess that does not work is no finding. */
async function learnedPorts(
  check: Check,
  { session, ports, writes }: { session: Session; ports: Record<string, PortBinding>; writes: boolean },
): Promise<readonly Finding[]> {
  const guessed = [...session.guessedPorts];
  for (const name of guessed) {
    const guess = guessOf(name);
    if (guess !== null) ports[name] = guess;
  }
  const learned = new Set<string>();
  const tried = await portFindings(check, (name, body) => {
    const binding = ports[name];
    if (binding === undefined) return;
    ports[name] = withObservedOutputs(name, binding, body);
    if (ports[name] !== binding && !guessed.includes(name)) learned.add(name);
  });
  return tried.flatMap((finding): readonly Finding[] => {
    const { subject: name = "", state, text } = finding;
    if (guessed.includes(name)) {
      if (state === "ok") return [{ ...finding, state: "found" }];
      delete ports[name];
      return [];
    }
    const lacks = state === "ok" && learned.has(name) && needsOutputs(name) && !writes;
    const advice = "its outputs are not in the profile: `payconform doctor --write` adds their pointers";
    return lacks ? [{ ...finding, state: "problem", text: `${text}; ${advice}` }] : [finding];
  });
}

const MARKS = {
  ok: "Tried",
  found: "Tried",
  note: "Note",
  untried: "Not tried",
  problem: "PROBLEM",
} as const satisfies Record<Finding["state"], string>;
const MAX_CHARACTERS = 200;

/** What a profile says above a port. */
function portComment(
  state: Finding["state"],
  text: string,
  binding: PortBinding | undefined,
  name: string,
): string {
  const unseen = binding === undefined ? [] : missingOutputs(name, binding);
  const more = unseen.length === 0 ? "" : ` Outputs without a pointer: ${unseen.join(", ")}.`;
  return `${MARKS[state]}: ${clip(oneLine(text), MAX_CHARACTERS)}.${more}`;
}
