import { attachment, description, displayName, historyId, labels, parameter } from "allure-js-commons";
import type { RuleResult } from "../../harness/results.ts";
import { judgedEntry } from "./entry.ts";

/**
 * Reports a rule to Allure. Await it in the test that judged the rule, before the test passes, fails or skips. Without an Allure
 * runner, it does nothing. The history id is the rule's id, so a changed title does not break a rule's history.
 */
export async function describeRule(result: RuleResult): Promise<void> {
  const entry = judgedEntry(result);
  await displayName(entry.name);
  await historyId(entry.id);
  await description(entry.description);
  await labels(...entry.labels);
  for (const { name, value, excluded } of entry.parameters) await parameter(name, value, { excluded });
  for (const { name, content, contentType, extension } of entry.attachments) {
    await attachment(name, content, { contentType, fileExtension: extension });
  }
}
