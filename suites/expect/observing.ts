import type { Answer, Check, RequestParts, RuleCheck } from "../kit.ts";
import { Inconclusive, NeedMissing, textOf, TransportFault } from "../kit.ts";
import type { FreeRequest } from "../../harness/check.ts";
import { contractOperations } from "../../harness/contract.ts";
import type { OpenPointId } from "../../spec/index.ts";
import { memberOf } from "../fixtures/reading.ts";
import { createdId } from "../fixtures/created-objects.ts";
import { type Resource, without, withValue } from "../fixtures/resources.ts";

/** Observes an open point and records the result. It judges nothing. */
export type Observer = (check: Check) => Promise<void>;

/** A check that also observes open points. @internal */
export interface ObservingCheck extends RuleCheck {
  readonly observers: readonly Observer[];
}

/**
 * Adds observations of open points to a check, made once its rule has passed. An observation that the target does not permit is not
 * recorded and does not change the verdict.
 */
export function observing(base: RuleCheck, ...observers: readonly Observer[]): ObservingCheck {
  return {
    ...base,
    observers,
    judge: async (check) => {
      await base.judge(check);
      for (const observe of observers) {
        try {
          await observe(check);
        } catch (error) {
          const harmless = [Inconclusive, NeedMissing, TransportFault].some((kind) => error instanceof kind);
          if (!harmless) throw error;
        }
      }
    },
  };
}

type Changes = Readonly<Record<string, (body: Record<string, unknown>) => unknown>>;

/** Records the statuses of creations with one parameter changed. A target may refuse or accept them. Passive rules judge the answers. */
export function tries(id: OpenPointId, creation: Resource, changes: Changes): Observer {
  return records(id, creation, changes, (check, json) => creation.send(check.api, json));
}

/** Like `tries`, for values that a target may accept and return, which makes its answer invalid. Passive rules do not judge the answers. */
export function triesOddly(id: OpenPointId, creation: Resource, changes: Changes): Observer {
  return records(id, creation, changes, (check, json) => sendUnjudged(check, creation, { json }));
}

/** Sends a creation that no passive rule judges. @throws Inconclusive if a list that other checks read would contain the object */
export async function sendUnjudged(
  check: Check,
  { operation, listed = false }: Pick<Resource, "operation" | "listed">,
  parts: RequestParts & Pick<FreeRequest, "key">,
): Promise<Answer> {
  const { method, path, host } = contractOperations.get(operation) ?? unknownOperation(operation);
  const to = { method, host: host === "checkout" ? "checkout" : "payment", to: path } as const;
  return check.send({ ...to, ...(listed ? { key: await keyWithoutReaders(check) } : {}), ...parts });
}

/** The key of a merchant whose lists no check reads. */
async function keyWithoutReaders(check: Check): Promise<string> {
  if (!check.has("control.createMerchant"))
    throw new Inconclusive("the object would stay in a list that other checks read");
  return check.once("a merchant whose lists no check reads", async (shared) => {
    const { testKey } = await shared.ownMerchant();
    return testKey;
  });
}

/** Retrieves an id of another form, without passive rules: a router may refuse it in its own format. */
export async function retrievalOf(check: Check, { retrieval }: Resource, id: string): Promise<Answer> {
  return sendUnjudged(check, { operation: retrieval }, { path: { id } });
}

/** Observes how a retrieval by a malformed id is answered. */
export function triesMalformedId(resource: Resource): Observer {
  return async (check) => {
    const answer = await retrievalOf(check, resource, "not-an-id");
    check.observe("malformed-identifiers", `${resource.what}: ${summaryOf(answer)}`);
  };
}

/** Observes how another merchant's object is answered. */
export function triesForeign(resource: Resource): Observer {
  return async (check) => {
    const id = await createdId(check, resource);
    const { api } = await check.otherMerchant();
    const answer = await resource.retrieve(api, id);
    check.observe("foreign-objects", `${resource.what} of another merchant: ${summaryOf(answer)}`);
  };
}

function unknownOperation(operation: string): never {
  throw new Error(`the contract has no operation ${operation}`);
}

function records(
  id: OpenPointId,
  creation: Resource,
  changes: Changes,
  send: (check: Check, body: unknown) => Promise<Answer>,
): Observer {
  return async (check) => {
    const observed: string[] = [];
    for (const [what, change] of Object.entries(changes)) {
      const body = structuredClone(await creation.body(check)) as Record<string, unknown>;
      const answer = await send(check, change(body));
      observed.push(`${what}: ${summaryOf(answer)}`);
    }
    check.observe(id, `${creation.what} with ${observed.join("; ")}`);
  };
}

/** A body with one parameter replaced, for `tries`. */
export function put(path: string, value: unknown): (body: Record<string, unknown>) => unknown {
  return (body) => withValue(body, path, value);
}

/** A body without one parameter, for `tries`. */
export function drop(path: string): (body: Record<string, unknown>) => unknown {
  return (body) => without(body, path);
}

/**
 * Observes how bodies are answered that are not a JSON object or not declared as JSON. Passive rules do not judge the answers: a framework
 * may refuse such bodies in its own format.
 */
export function triesMalformedBodies(creation: Resource): Observer {
  const bodies: Readonly<Record<string, { text: string; contentType: string | null }>> = {
    "cut short": { text: '{"amount": 50', contentType: "application/json" },
    "a list": { text: "[]", contentType: "application/json" },
    "a word": { text: '"word"', contentType: "application/json" },
    null: { text: "null", contentType: "application/json" },
    empty: { text: "", contentType: "application/json" },
    "declared as text": { text: "{}", contentType: "text/plain" },
    "not declared": { text: "{}", contentType: null },
  };
  return async (check) => {
    const observed: string[] = [];
    for (const [kind, { text, contentType }] of Object.entries(bodies)) {
      const raw = { bytes: new TextEncoder().encode(text), contentType };
      const answer = await sendUnjudged(check, creation, { raw });
      const type = answer.headers("content-type").join(", ").split(";")[0] ?? "";
      observed.push(`${kind}: ${answer.status} ${type}`);
    }
    check.observe("malformed-bodies", `${creation.what}, ${observed.join("; ")}`);
  };
}

/** The status and, if there is one, the code. */
export function summaryOf(answer: Answer): string {
  const code = memberOf(answer, "code");
  return typeof code === "string" ? `${answer.status} ${code}` : textOf(answer.status);
}

/** The form of a timestamp (separator, fraction and offset), with every digit as 9. */
export function formOf(timestamp: unknown): string {
  return textOf(timestamp).replace(/\d/g, "9").replace(/\.9+/, ".9…");
}
