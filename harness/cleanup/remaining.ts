import type { RemainingObject } from "../results.ts";

type Kind = RemainingObject["kind"];

/** One line of the clean-up log: what a run created and deleted. */
export type CleanupLogEntry =
  /** Written before the request is sent, so the object is known even if the process is killed. `id`: the requested name. */
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

export type CleanupLog = (entry: CleanupLogEntry) => void;

const UNANSWERED = "the request that created it got no response";

/** Replaces the name of an object that was requested without one. */
export const NAMELESS = "(without a name)";

/** The objects of a clean-up log that were not deleted. */
export class Remaining {
  readonly #objects = new Map<string, RemainingObject>();

  note(entry: CleanupLogEntry): void {
    const { kind, id } = entry;
    if (entry.did === "deleted") this.#objects.delete(`${kind} ${id}`);
    else if (entry.did === "answered") this.#objects.delete(`creating ${entry.ref}`);
    else if (entry.did === "created")
      this.#objects.set(`${kind} ${id}`, { kind, id, key: entry.key, why: null });
    else
      this.#objects.set(`creating ${entry.ref}`, {
        kind,
        id,
        key: entry.key,
        why: UNANSWERED,
        unanswered: true,
      });
  }

  has(kind: Kind, id: string): boolean {
    return this.#objects.has(`${kind} ${id}`);
  }

  explain(kind: Kind, id: string, why: string): void {
    const left = this.#objects.get(`${kind} ${id}`);
    if (left !== undefined) this.#objects.set(`${kind} ${id}`, { ...left, why });
  }

  list(): readonly RemainingObject[] {
    return [...this.#objects.values()];
  }
}
