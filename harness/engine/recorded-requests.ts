import { checkRequests } from "../../spec/index.ts";

/** The requests of a check that was not recorded: the median of all checks. */
const USUAL = [9] as const;

/** The approximate number of requests of each check, with that many runs of each property, as recorded on the emulator. Includes control. */
export function requestsOfChecks(runs: number): (id: string) => number {
  const recorded = checkRequests().checks;
  return (id) => {
    const [fixed, perRun = 0] = recorded[id] ?? USUAL;
    return fixed + perRun * runs;
  };
}
