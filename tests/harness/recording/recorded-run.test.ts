import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { inSession } from "../../../cli/in-process/session.ts";
import { mutantTarget, plainTarget, type TargetSource } from "../../../cli/in-process/target.ts";
import { HarWriter } from "../../../harness/recording/har-writer.ts";
import { readRecording } from "../../../harness/recording/recording.ts";
import { isWatched, type RuleResult } from "../../../harness/results.ts";
import { TrafficJudge } from "../../../harness/traffic/traffic-judge.ts";
import { mutants } from "../../../mutants/index.ts";
import { checks } from "../../../suites/index.ts";
import { emptyFolder } from "../../empty-folder.ts";
import { executed } from "../executed.ts";

type Results = ReadonlyMap<string, RuleResult>;

/** Runs these rules, and judges a recording of it. `edit` changes the text of the recording before. */
async function recorded(
  source: TargetSource,
  {
    patterns,
    edit = (text) => text,
  }: { readonly patterns: readonly string[]; readonly edit?: (text: string) => string },
): Promise<{ readonly run: Results; readonly recording: Results }> {
  const file = join(emptyFolder(), "run.har");
  let writer: HarWriter | null = null as HarWriter | null;
  let profile: Awaited<ReturnType<TargetSource["open"]>>["profile"] | undefined;
  const options = {
    seed: 1,
    runs: 20,
    recorderFor: (redactor: ConstructorParameters<typeof HarWriter>[0]["redactor"]) => {
      if (profile === undefined) throw new Error("the target is not open");
      const facts = { version: "1.0.0", profile, digests: {}, seed: 1, keys: {} };
      return (writer = new HarWriter({ file, redactor, facts }));
    },
  };
  const opened: TargetSource = {
    ...source,
    open: async () => {
      const target = await source.open();
      profile = target.profile;
      return target;
    },
  };
  const results = await inSession(opened, options, (session) => executed(session, checks, { patterns }));
  const run = new Map([...results].filter(([, result]) => isWatched(result)));
  writer?.close();
  writeFileSync(file, edit(readFileSync(file, "utf8")));
  if (profile === undefined) throw new Error("the target was not opened");
  const { keys, steps } = await readRecording(file);
  const judge = await TrafficJudge.open({ profile, keys });
  judge.watch(steps);
  return { run, recording: new Map(judge.results().map((result) => [result.id, result])) };
}

const idsOf = (results: Results, verdict: RuleResult["verdict"]): readonly string[] =>
  [...results.values()].filter((result) => result.verdict === verdict).map(({ id }) => id);

describe("the recording of a run", () => {
  const patterns = ["payment-intents", "reversals", "connect-events"];

  test("shows all that the run has judged, but for what pseudonyms hide and others may have done", async () => {
    const { run, recording } = await recorded(plainTarget(1), { patterns });
    const passed = idsOf(run, "passed");
    const shown = new Set(idsOf(recording, "passed"));
    expect(passed.length).toBeGreaterThan(60);
    expect(passed.filter((id) => !shown.has(id))).toEqual([
      // An endpoint may have been registered before, for other events.
      "connect-events/subscribed-names-only",
      "payment-intents/created-client-secret-suffix",
    ]);
    expect(recording.get("payment-intents/created-client-secret-suffix")?.needs[0]?.id).toBe(
      "traffic.secrets",
    );
    expect(idsOf(recording, "violated")).toEqual([]);
  });

  test.each([
    "reversals/reversed-total",
    "reversals/totals-add-up-everywhere",
    "connect-events/one-event-for-each-request",
    "disbursements/same-everywhere",
    "subscription-events/activated-status",
  ])("shows what the run has found, and nothing else that it has judged: %s", async (rule) => {
    const mutant = mutants.find(
      ({ violates, socket }) => violates.some((id) => id === rule) && socket !== true,
    );
    if (mutant === undefined) throw new Error(`no mutant violates ${rule}`);
    const area = rule.split("/")[0] ?? "";
    const { run, recording } = await recorded(mutantTarget(mutant, 1), { patterns: [area] });
    expect(idsOf(run, "violated")).toContain(rule);
    const violated = idsOf(recording, "violated").filter((id) => run.has(id));
    expect(violated.toSorted()).toEqual(idsOf(run, "violated").toSorted());
  });

  test.each(["cut every second answer", "cut every request", "leave out credentials", "know only times"])(
    "shows no violation where recorders %s",
    async (what) => {
      const edit = (text: string): string => edited(text, what);
      const { recording } = await recorded(plainTarget(2), { patterns: ["reversals", "vendors"], edit });
      expect(idsOf(recording, "violated")).toEqual([]);
    },
  );
});

interface Entry {
  request: { postData?: object; bodySize: number; headers: readonly { name: string }[] };
  response: { content: { text?: string } };
  _payconform?: { event?: object };
}

/** The text of a recording as a recorder with less knowledge writes it. */
function edited(text: string, what: string): string {
  const { log } = JSON.parse(text) as { log: { entries: Entry[] } };
  // Others do not record what is delivered to the suite.
  if (what === "know only times")
    log.entries = log.entries.filter(({ _payconform: own }) => own?.event === undefined);
  for (const [index, entry] of log.entries.entries()) {
    const { request, response } = entry;
    if (what === "cut every request" && request.postData !== undefined) {
      delete request.postData;
      request.bodySize = 10;
    }
    if (what === "cut every second answer" && index % 2 === 0) delete response.content.text;
    if (what === "leave out credentials")
      request.headers = request.headers.filter(({ name }) => name !== "authorization");
    if (what === "know only times") delete entry._payconform;
  }
  return JSON.stringify({ log });
}
