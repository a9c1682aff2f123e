import type { Leftover } from "../results.ts";

type Kind = Leftover["kind"];

/** One line of the journal of what a run made and undid. */
export type JournalEntry =
  /** Before the request leaves: whatever ends the run, what it may have made is known. `id` is the name that it asks for. */
  | {
      readonly did: "creating";
      readonly kind: Kind;
      readonly id: string;
      readonly key: string | null;
      readonly ref: string;
    }
  | { readonly did: "answered"; readonly kind: Kind; readonly id: string; readonly ref: string }
  | { readonly did: "created"; readonly kind: Kind; readonly id: string; readonly key: string | null }
  | { readonly did: "deleted"; readonly kind: Kind; readonly id: string };

export type Journal = (entry: JournalEntry) => void;

const UNANSWERED = "its creation was under way, and no answer came";

/** Stands for the name of what was asked for without one. */
export const NAMELESS = "(without a name)";

/** What of a journal is still there. */
export class Remaining {
  readonly #left = new Map<string, Leftover>();

  note(entry: JournalEntry): void {
    const { kind, id } = entry;
    if (entry.did === "deleted") this.#left.delete(`${kind} ${id}`);
    else if (entry.did === "answered") this.#left.delete(`creating ${entry.ref}`);
    else if (entry.did === "created")
      this.#left.set(`${kind} ${id}`, { kind, id, key: entry.key, why: null });
    else
      this.#left.set(`creating ${entry.ref}`, {
        kind,
        id,
        key: entry.key,
        why: UNANSWERED,
        unanswered: true,
      });
  }

  has(kind: Kind, id: string): boolean {
    return this.#left.has(`${kind} ${id}`);
  }

  explain(kind: Kind, id: string, why: string): void {
    const left = this.#left.get(`${kind} ${id}`);
    if (left !== undefined) this.#left.set(`${kind} ${id}`, { ...left, why });
  }

  list(): readonly Leftover[] {
    return [...this.#left.values()];
  }
}
