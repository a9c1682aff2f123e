/** Allure: `allure-vitest` writes results while rules are judged; here they are described, reconciled and made a report. */
export { describeRule } from "./allure/describe.ts";
export { generateAllureReport } from "./allure/generate.ts";
export { historyProblem } from "./allure/history.ts";
export { reconcileAllureResults } from "./allure/reconcile.ts";
export { prepareAllureResults } from "./allure/results.ts";
