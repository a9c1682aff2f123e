import { contractOperations } from "../../../harness/contract.ts";
import { type ParsedRequest, parseRequest, type Reply, parseReply } from "../messages.ts";
import { operationOf } from "../routes.ts";
import type { Handler } from "../../../mutants/mutant.ts";

/** How an operation uses an object that another one created. */
export type Relation = "named in the path" | "named in the body" | "listed";

/** An operation that used objects created by another one. */
export interface Use {
  readonly creator: string;
  readonly user: string;
  readonly relation: Relation;
}

const isCreation = (operation: string): boolean => contractOperations.get(operation)?.method === "POST";

/** The id of the object that a successful request created. */
export function createdBy(reply: Reply | null): string | null {
  if (reply === null || reply.status >= 300) return null;
  const id = (reply.body as { id?: unknown } | null)?.id;
  return typeof id === "string" ? id : null;
}

/** A proxy that records which operations use the objects that others create. */
export class ObjectSurvey {
  readonly #creators = new Map<string, string>();
  readonly #uses = new Map<string, Use>();

  readonly wrap =
    (handler: Handler): Handler =>
    async (request) => {
      const operation = operationOf(request)?.id;
      if (operation === undefined) return handler(request);
      const parsed = await parseRequest(request);
      const answer = await handler(request);
      const reply = await parseReply(answer);
      this.#record(operation, parsed, reply);
      return answer;
    };

  /** Sorted, so equal runs give equal lists. */
  get uses(): readonly Use[] {
    return [...this.#uses].sort(([a], [b]) => a.localeCompare(b)).map(([, use]) => use);
  }

  #record(operation: string, parsed: ParsedRequest, reply: Reply | null): void {
    for (const id of parsed.url.pathname.split("/")) this.#add(id, operation, "named in the path");
    for (const id of textsIn(parsed.body)) this.#add(id, operation, "named in the body");
    if (reply !== null && reply.status < 300)
      for (const id of listedIn(reply.body)) this.#add(id, operation, "listed");
    const created = createdBy(reply);
    // The first operation that returns an id created the object.
    if (created !== null && isCreation(operation) && !this.#creators.has(created))
      this.#creators.set(created, operation);
  }

  #add(id: string, user: string, relation: Relation): void {
    const creator = this.#creators.get(id);
    if (creator !== undefined) this.#uses.set(`${creator} ${user} ${relation}`, { creator, user, relation });
  }
}

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

/** The texts among the members of an object. */
export function ownTexts(entry: unknown): readonly string[] {
  if (typeof entry !== "object" || entry === null) return [];
  return Object.values(entry).filter((value) => typeof value === "string");
}

const CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** An unknown id of the same form. */
export function unknownIdLike(id: string): string {
  const start = id.lastIndexOf("_") + 1;
  const other = id
    .slice(start)
    .replace(/[A-Za-z0-9]/g, (one) => CHARACTERS[(CHARACTERS.indexOf(one) + 7) % CHARACTERS.length] ?? one);
  return id.slice(0, start) + other;
}
