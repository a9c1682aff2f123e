import { checkRequests } from "../../spec/index.ts";

/** Of a check that was not recorded: as the median of all checks. */
const USUAL = [9] as const;

/** About how many requests each check sends, control included, with so many runs of each property: as recorded on the emulator. */
export function requestsOfChecks(runs: number): (id: string) => number {
  const recorded = checkRequests().checks;
  return (id) => {
    const [fixed, perRun = 0] = recorded[id] ?? USUAL;
    return fixed + perRun * runs;
  };
}
