import { createHash } from "node:crypto";
import { type ResourceFacts, resources } from "../../../spec/index.ts";
import { contractOperations, type Operation } from "../../contract.ts";
import { type Call, effectOf } from "./calls.ts";
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

/** From how many objects on that a change does not name it happens among neighbors: what touches all of them shows only then. */
const NEIGHBORS = 2;
const AMONG_NEIGHBORS = "among neighbors";

/** A request that may change something. */
export interface Change {
  /** The operation of the document or of control; null for a port. */
  readonly operation: Pick<Operation, "id"> | null;
  readonly method: string;
  readonly path: string;
  /** The account whose objects it may change. */
  readonly account: string;
  /** What its path and its body name. */
  readonly names: readonly string[];
}

/** The objects that a run created, so that some are read again near its end: by then, others have come and changed. */
export class ReadBack {
  readonly #created = new Map<ResourceFacts, Map<string, Call>>();
  /** By account, a call with its test key. */
  readonly #calls = new Map<string, Call>();
  readonly #surrounded = new Set<string>();

  observe({ resource, id, call, isNew }: Sighting): void {
    if (!isNew || call === null) return;
    const known = this.#created.get(resource) ?? new Map<string, Call>();
    this.#created.set(resource, known.set(id, call));
  }

  /** To be called with the end of each call, and the account whose test key it has. */
  ended(call: Call, account: string | null): void {
    if (account !== null && call.operation !== null && effectOf(call) === "made")
      this.#calls.set(account, call);
    const isDeletion = call.request.method === "DELETE";
    if (isDeletion)
      for (const known of this.#created.values()) for (const id of Object.values(call.path)) known.delete(id);
  }

  /**
   * Reads around a change, of these areas: the lists and settings of its account, the objects that it names, the oldest and the newest that it
   * does not name, and the newest of another key. A read after it must show the change, and nothing else, whatever was read before. The reads
   * of one route surround the first change of each kind, and the first one among neighbors.
   */
  around(change: Change, areas: ReadonlySet<string>): readonly Read[] {
    const like = this.#calls.get(change.account);
    if (like === undefined) return [];
    const kind = change.operation?.id ?? `${change.method} ${change.path.replace(/\/\w+_\w+/g, "/{id}")}`;
    return resources
      .filter(({ area }) => areas.has(area))
      .flatMap((resource) => {
        const isNew = (where: string, { operation }: { operation: Operation }): boolean =>
          !this.#surrounded.has(`${kind} ${operation.id} ${where}`);
        const routes = readsOf(resource).filter((one) => isNew("", one) || isNew(AMONG_NEIGHBORS, one));
        if (routes.length === 0) return [];
        const created = [...(this.#created.get(resource) ?? [])];
        const named = created.filter(([id, { key }]) => key === like.key && change.names.includes(id));
        const others = created.filter(([id, { key }]) => key === like.key && !change.names.includes(id));
        const foreign = created.filter(([, { key }]) => key !== like.key);
        const objects = new Set([...named, ...others.slice(0, 1), ...others.slice(-1), ...foreign.slice(-1)]);
        const isSetting = resource.changed !== undefined && resource.named === undefined;
        const where = others.length < NEIGHBORS ? "" : AMONG_NEIGHBORS;
        if (named.length + others.length === 0 && !isSetting) return [];
        return routes.flatMap((route): readonly Read[] => {
          if (!isNew(where, route)) return [];
          const { operation, parameter } = route;
          this.#surrounded.add(`${kind} ${operation.id} ${where}`);
          if (parameter === undefined) return [{ operation, path: {}, query: {}, like }];
          return [...objects].map(([id, call]) => ({
            ...{ operation, path: { [parameter]: id }, query: {}, like: call },
          }));
        });
      });
  }

  /** The reads of a selection that depends on the seed alone, of the resources of some areas. */
  reads({ areas, seed }: { readonly areas: ReadonlySet<string>; readonly seed: number }): readonly Read[] {
    return resources
      .filter(({ area }) => areas.has(area))
      .flatMap((resource) => {
        const created = [...(this.#created.get(resource) ?? [])];
        return readsOf(resource).flatMap(({ operation, parameter }): readonly Read[] => {
          if (parameter !== undefined)
            return chosen(created, CHOSEN, seed).map(([object, like]) => ({
              ...{ operation, path: { [parameter]: object }, query: {}, like },
            }));
          return chosen(created, LISTS, seed).map(([, like]) => ({ operation, path: {}, query: {}, like }));
        });
      });
  }
}

/** The operations that read a resource, each with the parameter of its path. */
function readsOf({
  answers = {},
}: ResourceFacts): readonly { readonly operation: Operation; readonly parameter: string | undefined }[] {
  return Object.keys(answers).flatMap((id) => {
    const operation = contractOperations.get(id);
    if (operation?.method !== "GET") return [];
    const [parameter] = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    return [{ operation, parameter }];
  });
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
