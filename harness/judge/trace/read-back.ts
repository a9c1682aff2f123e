import { createHash } from "node:crypto";
import { type ResourceFacts, resources } from "../../../spec/index.ts";
import { contractOperations, type Operation } from "../../contract.ts";
import type { Call } from "./calls.ts";
import type { Sighting } from "./resources.ts";

/** A request that only reads, like one that was sent before. */
export interface Read {
  readonly operation: Operation;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** The call whose key it has. */
  readonly like: Call;
}

/** How many objects of each resource are read again, beside the oldest and the newest; and as many accounts' lists. */
const CHOSEN = 8;
const LISTS = 4;

/** The objects that a run created, so that some are read again near its end: by then, others have come and changed. */
export class ReadBack {
  readonly #created = new Map<ResourceFacts, Map<string, Call>>();

  observe({ resource, id, call, isNew }: Sighting): void {
    if (!isNew || call === null) return;
    const known = this.#created.get(resource) ?? new Map<string, Call>();
    this.#created.set(resource, known.set(id, call));
  }

  /** To be called with the end of each call. */
  ended(call: Call): void {
    const isDeletion = call.request.method === "DELETE";
    if (isDeletion)
      for (const known of this.#created.values()) for (const id of Object.values(call.path)) known.delete(id);
  }

  /** The reads of a selection that depends on the seed alone, of the resources of some areas. */
  reads({ areas, seed }: { readonly areas: ReadonlySet<string>; readonly seed: number }): readonly Read[] {
    return resources
      .filter(({ area }) => areas.has(area))
      .flatMap((resource) => {
        const created = [...(this.#created.get(resource) ?? [])];
        return Object.keys(resource.answers ?? {}).flatMap((id): readonly Read[] => {
          const operation = contractOperations.get(id);
          if (operation?.method !== "GET") return [];
          const [parameter] = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
          if (parameter !== undefined)
            return chosen(created, CHOSEN, seed).map(([object, like]) => ({
              ...{ operation, path: { [parameter]: object }, query: {}, like },
            }));
          return chosen(created, LISTS, seed).map(([, like]) => ({ operation, path: {}, query: {}, like }));
        });
      });
  }
}

/** Some entries in an order that the seed decides, and the first and the last one. */
function chosen<T>(
  entries: readonly (readonly [string, T])[],
  count: number,
  seed: number,
): readonly (readonly [string, T])[] {
  const rankOf = (index: number): string => createHash("sha256").update(`${seed} ${index}`).digest("hex");
  const ranked = entries.map((entry, index) => ({ entry, rank: rankOf(index) }));
  const drawn = ranked.sort((a, b) => (a.rank < b.rank ? -1 : 1)).slice(0, count);
  return [...new Set([...entries.slice(0, 1), ...drawn.map(({ entry }) => entry), ...entries.slice(-1)])];
}
