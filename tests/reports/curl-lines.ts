import { createServer } from "node:http";
import { tmpdir } from "node:os";
import pc from "picocolors";
import { emulatorKeys, emulatorProfile } from "../../cli/targets/emulator.ts";
import type { Keys } from "../../harness/profile/types.ts";
import { causes } from "../../reports/evidence/causes.ts";
import { causesText } from "../../reports/evidence/causes-text.ts";
import { ended } from "../child-process.ts";
import { listening, onBody } from "../local-server.ts";
import { judgeUrl } from "../harness/judge-url.ts";
import { run as resultOf } from "./fixture.ts";
import { mutantOf, startMutant } from "../mutant.ts";
import { tornFor, transacting } from "../../mutants/connect/races.ts";
import type { Mutant } from "../../mutants/mutant.ts";

/** A faulty server, a rule that it violates, and what the answers to the lines show. */
export interface FaultShown {
  readonly kind: string;
  readonly mutant: string | Mutant;
  readonly rule: string;
  /** The output of all lines. */
  readonly shows: RegExp;
  /** Set if the fault is that no event of this name arrives. */
  readonly lacks?: string;
}

/** Longer than programs that are started together take to send their requests, ms. */
const GAP_MS = 1_000;

/** The environment variables that the profile names. */
function variablesOf(keys: Keys): Readonly<Record<string, string>> {
  return { PAYCONFORM_KEY: keys.test ?? "", PAYCONFORM_LIVE_KEY: keys.live ?? "" };
}

/** The lines below `requests` in the output. */
function copiedLines(terminal: string): string {
  const [, block = ""] = /^ +requests\n((?: {7}.*\n)+)/m.exec(terminal) ?? [];
  return block.replace(/^ {7}/gm, "");
}

/** Judges a rule on a mutant behind a socket, runs the lines that the terminal shows, and gives both with the events that came. */
export async function runLines(
  { mutant, rule }: FaultShown,
  path: string,
): Promise<{ lines: string; printed: string; events: readonly string[] }> {
  await using started = await startMutant(mutant);
  const keys = emulatorKeys(started.emulator);
  const profile = emulatorProfile(started.address);
  const { results } = await judgeUrl({
    profile: { ...profile, deadlines: { ...profile.deadlines, eventMs: 1_500, settleMs: 1_500 } },
    keys,
    testKey: keys.test ?? "",
    liveKeyAllowed: true,
    patterns: [rule],
    areas: [rule.split("/")[0] ?? ""],
  });
  const result = results.get(rule);
  if (result?.violation == null)
    throw new Error(`${rule} is ${result?.verdict ?? "not judged"}: ${result?.reason ?? ""}`);
  const terminal = causesText(causes(resultOf([result])), pc.createColors(false)) ?? "";
  const lines = copiedLines(terminal);
  const inbox = await listenAt(result.listening?.[0]?.url);
  const env = { ...variablesOf(keys), PATH: path };
  const { stdout, stderr } = await ended("sh", ["-c", lines], { cwd: tmpdir(), env });
  await inbox.settled();
  return { lines, printed: stdout + stderr, events: inbox.events() };
}

/** Listens at the address at which the suite received events. */
async function listenAt(url: string | undefined): Promise<{
  settled: () => Promise<void>;
  events: () => readonly string[];
}> {
  if (url === undefined) return { settled: () => Promise.resolve(), events: () => [] };
  const bodies: string[] = [];
  const server = createServer((request, response) =>
    onBody(request, (body) => {
      bodies.push(body.toString());
      response.end();
    }),
  );
  const { close } = await listening(server, Number(new URL(url).port));
  return {
    settled: async () => {
      for (let before = -1; before !== bodies.length;) {
        before = bodies.length;
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
      await close();
    },
    events: () =>
      bodies
        .map((body) => JSON.parse(body) as { type?: string; event?: { type?: string } })
        .map(({ type, event }) => type ?? event?.type ?? ""),
  };
}

/** One fault for each kind of rule. */
export const faultsShown: readonly FaultShown[] = [
  {
    kind: "example",
    mutant: "created-intent-live-mode-always-true",
    rule: "payment-intents/live-mode-false-for-test-key",
    shows: /"liveMode":true/,
  },
  {
    kind: "property",
    mutant: "stored-intent-amount-a-franc-more",
    rule: "payment-intents/amount-is-the-requested",
    shows: /"amount":5001/,
  },
  {
    kind: "model",
    mutant: "reversal-third-forgets-the-first",
    rule: "reversals/agrees-with-the-ledger-model",
    shows: /"amount":1050,.*"reversed_total":2550[^]*"amount":735,.*"reversed_total":1785/,
  },
  {
    kind: "passive",
    mutant: "created-intent-label-wrapped-in-an-object",
    rule: "payment-intents/created-label",
    shows: /"label":\{/,
  },
  {
    kind: "many equal requests",
    mutant: "vendor-rate-unlimited",
    rule: "vendors/burst-refused",
    shows: /(?:201\s+){45}/,
  },
  {
    kind: "event",
    mutant: "subscription-paused-missing-at-the-step-paused",
    rule: "subscription-events/paused-on-pause",
    shows: /"status":"paused"/,
    lacks: "subscription.paused",
  },
  {
    kind: "race",
    mutant: {
      ...mutantOf("reversal-cap-broken-by-two-at-once"),
      replace: transacting(["createAllocationReversal"], tornFor(GAP_MS)),
    },
    rule: "reversals/concurrent-reversals-respect-the-cap",
    shows: /("connect_reversal"[^]*){2}/,
  },
  {
    kind: "missing route",
    mutant: "no-route-retrieveOverview",
    rule: "overview/retrieve-overview-is-served",
    shows: /404 [^]*Route not found[^]*404 [^]*Route not found/,
  },
  {
    kind: "checkout host",
    mutant: "session-redirects-swapped",
    rule: "checkout-sessions/success-url-is-the-requested",
    shows: /200 OK[^]*"id":"session_/,
  },
  {
    kind: "changed key",
    mutant: "key-by-beginning",
    rule: "authentication/shortened-key",
    shows: /200 OK/,
  },
];
