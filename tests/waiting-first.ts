import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Folders of slow tests: first those that wait for slow servers, then those that start processes. The many fast tests run last and
 * keep all workers busy until the end.
 */
const LONG = [
  /[/]tests[/]((package|fairness|hostile|secrets)[/]|harness[/]deadline\.test)/,
  /[/]tests[/](cli|docs|examples|suites|reports)[/]/,
];

/** In a fresh clone, Vitest knows no durations and starts large files first. */
export default class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const place = ({ moduleId }: TestSpecification): number => {
      const at = LONG.findIndex((folder) => folder.test(moduleId));
      return at < 0 ? LONG.length : at;
    };
    return sorted.toSorted((one, other) => place(one) - place(other));
  }
}
