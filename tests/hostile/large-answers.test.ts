import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { emptyFolder, outcomeIn, payconform } from "../cli/command-line.ts";
import { preloaded } from "../cli/preloaded.ts";
import { serving } from "../local-server.ts";
import { createIntentsService } from "../harness/intents-server.ts";
import { MAX_BODY_BYTES } from "../../harness/http/wire.ts";

const { key } = createIntentsService();
/** Nearly as much as is read, of what costs most to look at, and eight times as much. */
const escapes = "\\u0061".repeat(Math.floor(MAX_BODY_BYTES / 6) - 100);
const large = Buffer.from(`{"id":"pi_1","clientSecret":"pi_1_secret_${escapes}"}`);
const tooLarge = Buffer.alloc(8 * MAX_BODY_BYTES, "[");

let requests = 0;
let onRequest: () => void = () => undefined;
const server = await serving((request, response) => {
  requests += 1;
  onRequest();
  request.resume();
  response.writeHead(200, { "content-type": "application/json" });
  response.end(requests % 2 === 0 ? tooLarge : large);
});
afterAll(() => server.close());

/** Room for the answers of all requests at the same time and their texts, but not for all answers of a run. */
const MOST_BYTES = 1.5e9;

test.each([
  { what: "a signal", flags: [], signal: "SIGTERM" },
  { what: "--max-duration", flags: ["--max-duration", "3"], signal: null },
] as const)("$what ends a run in time whose answers have 8 and 64 MB, and memory is bounded", async (row) => {
  requests = 0;
  const folder = emptyFolder();
  const extra = preloaded(folder);
  const ended = await payconform(["run", "--target", server.url, "--no-allure", ...row.flags], {
    folder,
    env: { PAYCONFORM_KEY: key, ...extra.env },
    onStart: (kill) => {
      onRequest = () => {
        // Some are before the run, which reads whether this is the interface at all.
        if (row.signal !== null && requests === 60) kill(row.signal);
      };
    },
  });
  const out = join(folder, "payconform-out");
  expect(existsSync(join(out, "summary.md"))).toBe(true);
  const outcome = outcomeIn(folder);
  expect(outcome.interrupted).toBe(true);
  expect([1, 3]).toContain(ended.code);
  const { took, peakBytes } = extra.times();
  expect(peakBytes).toBeLessThan(MOST_BYTES);
  if (row.signal !== null) expect(took).toBeLessThanOrEqual(2_000);
  // Two seconds to hear of it, then twenty for clean-up; the judging thread may be busy.
  else expect(outcome.durationMs).toBeLessThan(60_000);
});
