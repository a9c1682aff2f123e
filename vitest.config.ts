import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
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
          include: ["tests/**/*.test.ts"],
          pool: "threads",
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
