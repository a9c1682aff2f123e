import { join } from "node:path";
import { defineConfig } from "vitest/config";
import WaitingFirst from "./tests/waiting-first.ts";

export default defineConfig({
  test: {
    // One more than processors, since some files wait; each further worker loads the sources once more.
    maxWorkers: 3,
    sequence: { sequencer: WaitingFirst },
    // What was translated once stays translated until its file changes.
    experimental: { fsModuleCache: true },
    projects: [
      {
        test: {
          name: "conformance",
          include: ["cli/runner/conformance.binding.ts"],
          globalSetup: ["cli/runner/global-setup.ts"],
          setupFiles: ["allure-vitest/setup"],
          pool: "threads",
          isolate: false,
        },
      },
      {
        test: {
          name: "tests",
          include: ["tests/**/*.test.ts", "examples/shop/*.test.ts"],
          // As in the folder of a user who has installed the package.
          alias: { "payconform/emulator": join(import.meta.dirname, "cli/emulator-library.ts") },
          globalSetup: ["tests/temporary-folder.ts", "tests/compiled.ts"],
          setupFiles: ["tests/fixed-seed.ts"],
          // A process for each worker: tests look at the CPU time and at the memory of their own.
          pool: "forks",
          isolate: false,
          // More of what lives shortly is gone before it is collected.
          execArgv: ["--max-semi-space-size=64"],
          // Ends what hangs; how long a test takes on a busy machine says nothing about it.
          testTimeout: 900_000,
          hookTimeout: 900_000,
        },
      },
      {
        // What needs programs beside Node: `.ci/desk` looks for them first.
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
