import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Where tests take long: first those that wait for slow servers for minutes, in files of a few lines, then those that start a process
 * for each test. The many short ones come last, so that all workers are busy until the end.
 */
const LONG = [
  /[/]tests[/]((package|fairness|hostile|secrets)[/]|harness[/]deadline\.test)/,
  /[/]tests[/](cli|docs|examples|suites|reports)[/]/,
];

/** Vitest starts large files first, and knows no better in a fresh clone. */
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
