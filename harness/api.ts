import type { operations } from "../spec/generated/openapi.ts";
import type { Operation } from "./contract.ts";
import type { Answer } from "./http/answer.ts";
import type { RequestParts } from "./http/client.ts";

import type { Reported } from "./reported.ts";

type Content<T> = T extends { content: { "application/json": infer Body } } ? Body : unknown;
type Success<Responses> = Responses extends { 200: infer R } | { 201: infer R } | { "2XX": infer R }
  ? Content<R>
  : unknown;
type RequestBody<Op> = Op extends { requestBody: infer B }
  ? Content<B>
  : Op extends { requestBody?: infer B }
    ? Content<NonNullable<B>>
    : never;
type PathOf<Op> = Op extends { parameters: { path: infer P } }
  ? { readonly path: P }
  : { readonly path?: never };

/** A request to one operation: `body` has the contract's type; `json` and `raw` can contain anything. */
type OperationRequest<Op> = Omit<RequestParts, "path"> & PathOf<Op> & { readonly body?: RequestBody<Op> };

/** The bodies of successful answers, by operation. */
export type SuccessBody<Id extends keyof operations> = Reported<Success<operations[Id]["responses"]>>;

type Call<Op> = Op extends { parameters: { path: infer _P } }
  ? (
      request: OperationRequest<Op>,
    ) => Promise<Answer<Reported<Success<Op extends { responses: infer R } ? R : never>>>>
  : (
      request?: OperationRequest<Op>,
    ) => Promise<Answer<Reported<Success<Op extends { responses: infer R } ? R : never>>>>;

/** The typed operations of the contract, which all use the same key. */
export type Api = { readonly [Id in keyof operations]: Call<operations[Id]> };

type Send = (operation: Operation, parts: RequestParts) => Promise<Answer>;

/** One method for each operation of a document. */
export function clientOf(
  operationsById: ReadonlyMap<string, Operation>,
  send: Send,
): Record<string, unknown> {
  const client: Record<string, unknown> = {};
  for (const [id, operation] of operationsById) {
    client[id] = (request: RequestParts & { body?: unknown } = {}) => {
      const { body, ...parts } = request;
      return send(operation, body === undefined ? parts : { ...parts, json: body });
    };
  }
  return client;
}

/** A merchant account, with the keys that the run has for it. */
export interface Merchant {
  readonly accountId: string;
  readonly testKey: string;
  readonly liveKey: string | null;
  /** Operations with the test key. */
  readonly api: Api;
  /** Whether no other check uses it. */
  readonly own: boolean;
}
