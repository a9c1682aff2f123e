import { UsageError } from "../harness/profile/usage-error.ts";

/** Checks the file of `--allure-history` before the run. @throws UsageError if it is not an Allure history */
export async function checkAllureHistory(file: string | undefined): Promise<void> {
  if (file === undefined) return;
  const { historyProblem } = await import("../reports/allure.ts");
  const problem = historyProblem(file);
  if (problem !== null)
    throw new UsageError(
      `--allure-history: ${problem}; name a file that --allure-history wrote, or one that does not exist`,
    );
}
