/**
 * Assigns symbolic names while a plan is bound. A plan is generated as loose steps such as "the latest but two"; binding
 * replaces these by names of what earlier commands made. Shrinking applies to the loose steps and binding follows it, so no
 * shrunk plan refers to something that it does not make.
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

  /** The name that is `back` before the latest of a kind, counted round; undefined when there is none yet. */
  pick(kind: string, back: number): string | undefined {
    const names = this.of(kind);
    return names.length === 0 ? undefined : names[names.length - 1 - (back % names.length)];
  }
}
