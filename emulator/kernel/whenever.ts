/** A value, or a promise of it. */
export type Whenever<T> = T | Promise<T>;

/** Calls `call` with a value: immediately if it is no promise, since a promise takes longer than most decisions. */
export function whenReady<T, Made>(value: Whenever<T>, call: (value: T) => Whenever<Made>): Whenever<Made> {
  return value instanceof Promise ? value.then(call) : call(value);
}
