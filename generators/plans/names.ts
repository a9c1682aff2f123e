/**
 * Assigns symbolic names while a plan is bound. A plan is generated as steps with relative references such as "the latest but two". Binding
 * replaces these by the names that earlier commands assigned. Shrinking is applied before binding, so no shrunk plan refers to an object
 * that it does not create.
 */
export class Names {
  readonly #made = new Map<string, string[]>();

  /** A new name of a kind: `allocation-1`, `allocation-2` … */
  make(kind: string): string {
    const names = this.of(kind);
    const name = `${kind}-${names.length + 1}`;
    this.#made.set(kind, [...names, name]);
    return name;
  }

  /** All names of a kind so far, in order. */
  of(kind: string): readonly string[] {
    return this.#made.get(kind) ?? [];
  }

  /** The name `back` positions before the latest of a kind, modulo their number; undefined if there is none yet. */
  pick(kind: string, back: number): string | undefined {
    const names = this.of(kind);
    return names.length === 0 ? undefined : names[names.length - 1 - (back % names.length)];
  }
}
