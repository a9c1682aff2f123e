import { UsageError } from "../harness/profile/usage-error.ts";

/** Looks at the history before anything is judged. @throws UsageError when the file is something else */
export async function checkAllureHistory(file: string | undefined): Promise<void> {
  if (file === undefined) return;
  const { historyProblem } = await import("../reports/allure.ts");
  const problem = historyProblem(file);
  if (problem !== null)
    throw new UsageError(
      `--allure-history: ${problem}; name a file that --allure-history wrote, or one that does not exist`,
    );
}
