import { join } from "node:path";
import { defineConfig } from "vitest/config";
import WaitingFirst from "./tests/waiting-first.ts";

export default defineConfig({
  test: {
    // One more than the usual two processors, because some files wait. Each worker loads all sources.
    maxWorkers: 3,
    sequence: { sequencer: WaitingFirst },
    // Keep transformed modules between runs.
    experimental: { fsModuleCache: true },
    projects: [
      {
        test: {
          name: "conformance",
          include: ["cli/vitest/rules.ts"],
          setupFiles: ["allure-vitest/setup"],
          pool: "threads",
          isolate: false,
        },
      },
      {
        test: {
          name: "tests",
          include: ["tests/**/*.test.ts", "examples/{shop,client,tests}/*.test.ts"],
          // Resolves as it does for a user who installed the package.
          alias: [
            { find: /^payconform$/, replacement: join(import.meta.dirname, "cli/api.ts") },
            {
              find: "payconform/emulator",
              replacement: join(import.meta.dirname, "cli/emulator-library.ts"),
            },
          ],
          globalSetup: ["tests/temporary-folder.ts", "tests/compiled.ts"],
          setupFiles: ["tests/fixed-seed.ts"],
          // Tests measure the CPU time and the memory of their own process.
          pool: "forks",
          isolate: false,
          // A larger young generation needs fewer collections.
          execArgv: ["--max-semi-space-size=64"],
          // Only ends tests that hang: a busy machine makes every test slow.
          testTimeout: 900_000,
          hookTimeout: 900_000,
        },
      },
      {
        // Tests that need more than Node. `.ci/desk` checks that the programs exist.
        test: {
          name: "desk",
          include: ["tests/desk/**/*.desk.ts"],
          globalSetup: ["tests/temporary-folder.ts", "tests/compiled.ts"],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
