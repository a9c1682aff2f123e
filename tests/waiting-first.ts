import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Tests that start processes and wait for slow servers: minutes in files of a few lines. */
const WAITING = /[/]tests[/](package|fairness|hostile|secrets)[/]/;

/** Starts what waits first, so that other tests fill the waiting; vitest starts large files first, and knows no better in a fresh clone. */
export default class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const waits = ({ moduleId }: TestSpecification): boolean => WAITING.test(moduleId);
    return [...sorted.filter(waits), ...sorted.filter((file) => !waits(file))];
  }
}
