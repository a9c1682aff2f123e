import { Session } from "node:inspector";
import { serialize } from "node:v8";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, expect, it } from "vitest";
import { inProcess, inThisProcess, plainTarget } from "../../cli/in-process/target.ts";
import { inTime } from "../../cli/in-process/simulated-time.ts";
import { bodyJudges } from "../../harness/judge/passive.ts";
import { withDefaults } from "../../harness/profile/defaults.ts";
import { openSession } from "../../harness/run/open.ts";
import { checks, loadChecks } from "../../suites/index.ts";
import { executed } from "../harness/executed.ts";

/*
 * What a run costs as counts, which no busy machine changes; `npm run bench` measures the time. It takes place in simulated
 * time, in which only what is waited for takes time. Raise a limit only for work that a run needs.
 */

/** Either takes at most 6 s alone, and less than twenty times that on a busy machine. */
const DEADLINE_MS = 120_000;

/** The longest waits, many requests and few; counting calls slows V8 down too much for all areas. */
const AREAS = ["vendors", "reversals", "invoices", "remittances", "payment-intents", "overview"];

const inspector = new Session();
beforeAll(() => {
  inspector.connect();
  inspector.post("Profiler.enable");
  inspector.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
});
afterAll(() => inspector.disconnect());

/** The number of calls of functions of this project and its libraries, by file and name. */
function calls(): (file: string, name: string) => number {
  const counts = new Map<string, number>();
  inspector.post("Profiler.takePreciseCoverage", (fault, answer) => {
    if (fault !== null) throw fault;
    for (const { url, functions } of answer.result)
      for (const { functionName, ranges } of functions) {
        const key = `${url.replace(/^.*\/(?=(?:harness|node_modules)\/)|\?.*$/g, "")} ${functionName}`;
        counts.set(key, (counts.get(key) ?? 0) + (ranges[0]?.count ?? 0));
      }
  });
  return (file, name) => counts.get(`${file} ${name}`) ?? 0;
}

/** Compiled here, so that there is a call to count when another file of this process has compiled all that the run needs. */
const compileOne = (): unknown => new Ajv2020({ validateSchema: false, meta: false }).compile({});

it("a run waits little, redacts few texts, and sends short messages", { timeout: DEADLINE_MS }, async () => {
  await Promise.all([bodyJudges(), loadChecks()]);
  const source = plainTarget(1);
  const cost = await inTime(source.time, { seed: 1 }, async () => {
    const { profile, ...target } = await source.open();
    const { deadlines } = withDefaults({ target: profile.target });
    const session = await openSession({
      ...target,
      profile: { ...profile, deadlines, inFlight: 12 },
      ...{ seed: 1, runs: 5, liveKeyAllowed: true, transcripts: "proof" },
    });
    const began = performance.now();
    const results = [...(await executed(session, checks, { patterns: AREAS })).values()];
    const waited = performance.now() - began;
    await target.close();
    const bytes = results.reduce((sum, result) => sum + serialize(result).byteLength, 0);
    return { rules: results.length, requests: session.budget.sent(), waited, bytes };
  });
  compileOne();
  const called = calls();
  const readings = called("harness/redaction/redactor.ts", "inReadings");
  const judged = called("harness/judge/passive.ts", "judgeExchange");
  const compiled = called("node_modules/ajv/dist/compile/index.js", "compileSchema");
  expect(cost.rules).toBeGreaterThan(500);
  // One wait, for vendors that must not appear: the checks that wait begin first, at the same time.
  expect(cost.waited).toBeLessThanOrEqual(3_000);
  // Of these areas, the lives of subscriptions beside neighbours and the histories of marketplaces send most.
  expect(cost.requests / cost.rules).toBeLessThan(12);
  expect(judged).toBe(cost.requests);
  // Only the evidence of passed rules is searched for secrets.
  expect(readings / cost.requests).toBeLessThan(9);
  // The size of a message to the thread that reports.
  expect(cost.bytes / cost.rules).toBeLessThan(6_000);
  // Each is compiled once, however many answers it judges.
  expect(compiled, "calls that V8 counted under this name").toBeGreaterThan(0);
  expect(compiled).toBeLessThan(100);
});

/** Of all areas, those whose checks create vendors without control, and one that leases as many as it can. */
const CREATING = ["allocations", "connect-events", "connect-guards", "conventions", "overview", "vendors"];

it("a run without control waits once for the rate of new vendors", { timeout: DEADLINE_MS }, async () => {
  await Promise.all([bodyJudges(), loadChecks()]);
  // The rules about the rate itself send what they need, and wait for a quiet minute.
  const judged = checks.filter(
    ({ id, options }) => CREATING.includes(id.split("/")[0] ?? "") && !options.last,
  );
  const cost = await inTime("simulated", { seed: 1 }, async () => {
    const target = inProcess(inThisProcess({ seed: 1 }));
    const { controlUrl: _control, ...urls } = target.profile.target;
    const { deadlines, inFlight } = withDefaults({ target: urls });
    let sent = 0;
    let made = 0;
    const session = await openSession({
      keys: target.keys,
      transport: {
        ...target.transport,
        send: async (request, options) => {
          const answer = await target.transport.send(request, options);
          const { method, url, headers } = request;
          const isOwn = JSON.stringify(headers).includes(`Bearer ${String(target.keys.test)}"`);
          if (isOwn && method === "POST" && url.pathname === "/v1/connect/accounts") {
            sent += 1;
            if (answer.status === 201) made += 1;
          }
          return answer;
        },
      },
      profile: { ...target.profile, target: urls, deadlines, inFlight },
      ...{ seed: 1, runs: 2, liveKeyAllowed: true, transcripts: "proof" },
    });
    const results = await executed(session, checks, { patterns: judged.map(({ id }) => id) });
    const waited = [...session.pauses.total()].filter(([why]) => why.includes("new vendors a minute"));
    await target.close();
    const passed = [...results.values()].filter(({ verdict }) => verdict === "passed").length;
    return { passed, sent, made, waited };
  });
  expect(cost.passed).toBeGreaterThan(200);
  // At most twenty of them in each of two minutes.
  expect(cost.sent).toBeLessThanOrEqual(40);
  expect(cost.made).toBeLessThanOrEqual(22);
  // One minute plus the time between the first and the twentieth.
  expect(cost.waited.map(([, ms]) => Math.round(ms / 60_000))).toEqual([1]);
});
