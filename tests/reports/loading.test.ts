import { tmpdir } from "node:os";
import { expect, test, vi } from "vitest";
import { createReporters } from "../../reports/index.ts";
import { OutputFolder } from "../../reports/output/output-folder.ts";
import { NO_FACTS } from "../../reports/evidence/facts.ts";
import { rulePage } from "../../reports/page/rule.ts";
import { exchange, rule } from "./fixture.ts";

const loaded = vi.hoisted(() => vi.fn());
vi.mock("../../reports/files/junit.ts", () => {
  loaded();
  return {};
});

const target = { name: "a target", baseUrl: "http://127.0.0.1:1", checkoutUrl: "http://127.0.0.1:1" };
const started = {
  type: "started",
  at: "2030-01-01T00:00:00.000Z",
  seed: 1,
  version: "0.1.0",
  target,
  embedded: false,
  planned: 1,
} as const;

test("the slow writers are loaded while the rules are judged", async () => {
  const stream = { write: () => true };
  const reporters = createReporters({ folder: new OutputFolder(tmpdir()), stream, isTTY: false, ci: true });
  expect(loaded).not.toHaveBeenCalled();
  reporters.on(started);
  await vi.waitFor(() => expect(loaded).toHaveBeenCalledOnce(), { timeout: 10_000 });
});

test("the transcripts of rules that passed are written while other rules are judged", async () => {
  const reporters = createReporters({
    folder: new OutputFolder(tmpdir()),
    stream: { write: () => true },
    isTTY: false,
    ci: true,
  });
  reporters.on(started);
  const [judged, later] = ["judged", "later"].map((fault) => exchange({ status: null, fault }));
  if (judged === undefined || later === undefined) throw new Error("no exchange");
  const pageOf = (verdict: "passed" | "inconclusive"): string => {
    const transcript = [judged];
    const one = rule({ id: "a/b", verdict, transcript });
    reporters.on({ type: "judged", result: one });
    transcript[0] = later;
    return String(rulePage(one, NO_FACTS));
  };
  await vi.waitFor(() => expect(pageOf("passed")).toContain("no answer: judged"), { timeout: 10_000 });
  expect(pageOf("inconclusive")).toContain("no answer: later");
});
