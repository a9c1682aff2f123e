/** A measured value and its ratio to a yardstick of the same run. */
export interface Measure {
  readonly what: string;
  /** The median of all rounds. */
  readonly value: number;
  readonly unit: string;
  /** The median of the ratios in each round to the yardstick, which is the first measure of the group. */
  readonly ratio: number;
}

/** Rounds of each measure. */
export const ROUNDS = 5;

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/** Sends requests, `inFlight` at a time, until all are answered. */
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
