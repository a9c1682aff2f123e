/** Something that is there now, or will be. */
export type Whenever<T> = T | Promise<T>;

/** Calls with a value as soon as it is there: immediately, if it is, since a promise costs more than most decisions. */
export function whenThere<T, Made>(value: Whenever<T>, call: (value: T) => Whenever<Made>): Whenever<Made> {
  return value instanceof Promise ? value.then(call) : call(value);
}
