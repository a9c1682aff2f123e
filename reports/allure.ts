/** The Allure report: describes, reconciles and renders the results that `allure-vitest` produces while rules are judged. */
export { describeRule } from "./allure/describe.ts";
export { generateAllureReport } from "./allure/generate.ts";
export { historyProblem } from "./allure/history.ts";
export { reconcileAllureResults } from "./allure/reconcile.ts";
export { prepareAllureResults } from "./allure/results.ts";
