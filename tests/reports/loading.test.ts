import { tmpdir } from "node:os";
import { expect, test, vi } from "vitest";
import { createReporters } from "../../reports/index.ts";

const loaded = vi.hoisted(() => vi.fn());
vi.mock("../../reports/junit.ts", () => {
  loaded();
  return {};
});

test("the slow writers are loaded while the rules are judged", async () => {
  const stream = { write: () => true };
  const reporters = createReporters({ outDir: tmpdir(), stream, isTTY: false, ci: true });
  expect(loaded).not.toHaveBeenCalled();
  const target = { name: "a target", baseUrl: "http://127.0.0.1:1", checkoutUrl: "http://127.0.0.1:1" };
  reporters.on({ type: "started", at: "2030-01-01T00:00:00.000Z", seed: 1, target, planned: 1 });
  await vi.waitFor(() => expect(loaded).toHaveBeenCalledOnce(), { timeout: 10_000 });
});
