/** One figure beside the yardstick of the same run. */
export interface Measure {
  readonly what: string;
  /** The median of all rounds. */
  readonly value: number;
  readonly unit: string;
  /** To the yardstick, which is the first of its group: the median of the ratios of each round. */
  readonly ratio: number;
}

/** Rounds of each measure. */
export const ROUNDS = 5;

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/** Sends requests, so many at a time, until all are answered. */
export async function sendAll(
  send: () => Promise<unknown>,
  { requests, inFlight }: { readonly requests: number; readonly inFlight: number },
): Promise<void> {
  let left = requests;
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await send();
    }
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
}
