import { contractOperations } from "../../harness/contract.ts";
import { type Asked, behaving, parseReply, type Reply } from "../../mutants/faults/exchange.ts";
import { createdBy, ownTexts, type Use } from "../../mutants/faults/forgetting.ts";
import { type Kind, kindOf } from "../../mutants/faults/values.ts";
import type { Wrap } from "../../mutants/mutant.ts";
import { openapi } from "../../spec/index.ts";
import { resolve } from "../../spec/json.ts";

/** A field observed in the answers of one operation with one status. */
export interface Location {
  /** Field names from the body down; `*` for every entry of a list. The body itself is the empty path. */
  readonly path: readonly string[];
  readonly kinds: ReadonlySet<Kind>;
  /** Some of the observed texts and numbers. */
  readonly samples: readonly (string | number)[];
  /** A field of the same object and kind with another value. */
  readonly sibling: string | null;
  /** What the contract guarantees; null if the contract does not name the field. */
  readonly documented: Documented | null;
}

/** What the contract guarantees for a field. */
interface Documented {
  readonly required: boolean;
  readonly nullable: boolean;
  /** Whether the contract states a type. */
  readonly typed: boolean;
  /** Whether the contract restricts the values, by a list, pattern, format or bounds. */
  readonly constrained: boolean;
}

const CONSTRAINTS = ["enum", "const", "pattern", "format", "minimum", "maximum", "multipleOf"];

/** All locations of the answers of one operation with one documented status. */
export interface Surface {
  readonly operation: string;
  readonly status: number;
  readonly locations: readonly Location[];
}

/** Free key-value data: its keys are the caller's, not the contract's. */
const FREE = new Set(["metadata"]);
/** Entries that are surveyed of each list. */
const MAX_ENTRIES = 20;
/** Samples that are kept of each location. */
const MAX_SAMPLES = 12;

interface Observed {
  readonly kinds: Set<Kind>;
  readonly samples: Set<string | number>;
  readonly siblings: Set<string>;
}

/** Collects the locations of every answer, and which operations use the objects that others create. */
export class Survey {
  readonly #surfaces = new Map<string, Map<string, Observed>>();
  readonly #creators = new Map<string, string>();
  readonly #uses = new Map<string, Use>();

  /** A target that changes nothing and records what passes. */
  readonly wrap: Wrap = behaving(() => async (exchange) => {
    const answer = await exchange.forward();
    if (exchange.operation !== null) this.record(exchange.operation, exchange, await parseReply(answer));
    return answer;
  });

  record(operation: string, { url, body }: Pick<Asked, "url" | "body">, reply: Reply | null): void {
    for (const id of url.pathname.split("/")) this.#use(id, operation, "named in the path");
    for (const id of textsIn(body)) this.#use(id, operation, "named in the body");
    if (reply === null) return;
    if (reply.status < 300) for (const id of listedIn(reply.body)) this.#use(id, operation, "listed");
    const created = createdBy(reply);
    // The first operation that returns an id created the object.
    if (created !== null && isCreation(operation) && !this.#creators.has(created))
      this.#creators.set(created, operation);
    const key = `${operation} ${reply.status}`;
    const locations = this.#surfaces.get(key) ?? new Map<string, Observed>();
    this.#surfaces.set(key, locations);
    collect(locations, reply.body, []);
  }

  #use(id: string, user: string, relation: Use["relation"]): void {
    const creator = this.#creators.get(id);
    if (creator !== undefined) this.#uses.set(`${creator} ${user} ${relation}`, { creator, user, relation });
  }

  /** Sorted, so equal runs give equal lists. */
  get uses(): readonly Use[] {
    return [...this.#uses].sort(([a], [b]) => a.localeCompare(b)).map(([, use]) => use);
  }

  get surfaces(): readonly Surface[] {
    return [...this.#surfaces]
      .map(([key, locations]) => {
        const [operation = "", status = ""] = key.split(" ");
        return { operation, status: Number(status), locations };
      })
      .filter(isDocumented)
      .map(({ operation, status, locations }): Surface => {
        const contract = contractOf(operation, status);
        return {
          operation,
          status,
          locations: [...locations]
            .map(([path, observed]): Location => ({
              path: path === "" ? [] : path.split("/"),
              kinds: observed.kinds,
              samples: [...observed.samples],
              sibling: siblingOf(path, observed.siblings, contract),
              documented: contract.get(path) ?? null,
            }))
            .sort((a, b) => a.path.join("/").localeCompare(b.path.join("/"))),
        };
      })
      .sort((a, b) => a.operation.localeCompare(b.operation) || a.status - b.status);
  }
}

const isCreation = (operation: string): boolean => contractOperations.get(operation)?.method === "POST";

/** Every text in a value. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** The texts of all list entries, without those of nested objects: one of them is the id of the listed object. */
function listedIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((entry) => [...ownTexts(entry), ...listedIn(entry)]);
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(listedIn) : [];
}

/** The documented field of the same object with which the field can be swapped. Undocumented fields may have any value. */
function siblingOf(
  path: string,
  siblings: ReadonlySet<string>,
  contract: ReadonlyMap<string, unknown>,
): string | null {
  const parent = path.slice(0, path.lastIndexOf("/") + 1);
  return [...siblings].sort().find((name) => contract.has(`${parent}${name}`)) ?? null;
}

/** Whether the contract documents the status. The document does not describe other answers, so they cannot have faults. */
function isDocumented({ operation, status }: Pick<Surface, "operation" | "status">): boolean {
  return contractOperations.get(operation)?.answers.has(status) === true;
}

function collect(locations: Map<string, Observed>, value: unknown, path: readonly string[]): void {
  const key = path.join("/");
  const observed: Observed = locations.get(key) ?? {
    kinds: new Set(),
    samples: new Set(),
    siblings: new Set(),
  };
  locations.set(key, observed);
  observed.kinds.add(kindOf(value));
  if ((typeof value === "string" || typeof value === "number") && observed.samples.size < MAX_SAMPLES)
    observed.samples.add(value);
  if (Array.isArray(value)) {
    for (const entry of value.slice(0, MAX_ENTRIES)) collect(locations, entry, [...path, "*"]);
    return;
  }
  if (typeof value !== "object" || value === null || FREE.has(path.at(-1) ?? "")) return;
  for (const [name, inner] of Object.entries(value)) {
    // Slashes separate the names of a path; no name in the contract contains one.
    if (name.includes("/")) continue;
    collect(locations, inner, [...path, name]);
    const siblings = locations.get([...path, name].join("/"))?.siblings;
    for (const [other, otherValue] of Object.entries(value)) {
      const alike =
        kindOf(otherValue) === kindOf(inner) && ["string", "number", "boolean"].includes(kindOf(inner));
      if (other > name && alike && otherValue !== inner) siblings?.add(other);
    }
  }
}

type Dict = Readonly<Record<string, unknown>>;

/** What the contract guarantees for each field in the answers of an operation with this status, by path. */
function contractOf(operationId: string, status: number): ReadonlyMap<string, Documented> {
  const all = new Map<string, Documented>();
  const walk = (given: Dict, path: readonly string[], required: boolean): void => {
    const resolved = resolve(openapi, given);
    const types = [resolved["type"] ?? []].flat() as string[];
    const before = all.get(path.join("/"));
    all.set(path.join("/"), {
      required: required || before?.required === true,
      nullable: types.length === 0 ? (before?.nullable ?? true) : types.includes("null"),
      typed: types.length > 0 || before?.typed === true,
      constrained: CONSTRAINTS.some((keyword) => keyword in resolved) || before?.constrained === true,
    });
    for (const part of (resolved["allOf"] as readonly Dict[] | undefined) ?? []) walk(part, path, required);
    const names = (resolved["required"] as readonly string[] | undefined) ?? [];
    for (const [name, inner] of Object.entries((resolved["properties"] ?? {}) as Record<string, Dict>))
      walk(inner, [...path, name], names.includes(name));
    if (resolved["items"] !== undefined) walk(resolved["items"] as Dict, [...path, "*"], true);
  };
  const schema = contractOperations.get(operationId)?.answers.get(status);
  if (schema !== null && schema !== undefined) walk(schema as Dict, [], true);
  return all;
}
