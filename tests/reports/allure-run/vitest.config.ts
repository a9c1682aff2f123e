import { defineConfig } from "vitest/config";

/** A small run with the real Allure reporter, started by `allure.test.ts`. */
export default defineConfig({
  test: {
    include: ["*.run.ts"],
    isolate: false,
    reporters: [
      "default",
      ["allure-vitest/reporter", { resultsDir: process.env["ALLURE_RESULTS"] ?? "", reportMatchers: false }],
    ],
  },
});
