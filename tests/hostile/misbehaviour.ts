import type { RuleId } from "../../spec/generated/rule-ids.ts";
import { answerRight, type Behaviour, http, type WireRequest, type WireServer } from "./wire-server.ts";

/**
 * What a run says of a server. "unjudged": no answer could be read, so only a status (and what `shows` lists) passed and nothing is violated.
 * "either": "unjudged" or "fair". "fair": nothing is violated and rules passed. "violated": these rules are violated.
 */
export type Outcome = "unjudged" | "fair" | "either" | { readonly violated: readonly RuleId[] };

/** Servers that do one thing wrong, or one unusual thing right: by what they do, their bytes, or the start of one that takes more. */
export type Misbehaviours = Readonly<Record<string, Behaviour | (() => Promise<WireServer>)>>;

/** Does something to a connection as soon as there is one. */
export const onConnection = (
  act: NonNullable<Behaviour["onConnection"]> extends (socket: infer S) => boolean
    ? (socket: S) => void
    : never,
): Behaviour => ({
  onConnection: (socket) => {
    act(socket);
    return true;
  },
});

export const onRequest = (act: NonNullable<Behaviour["onRequest"]>): Behaviour => ({ onRequest: act });

/** Answers every request with these bytes. */
export const always = (bytes: (request: WireRequest) => Buffer | string): Behaviour =>
  onRequest((socket, request) => void socket.write(bytes(request)));

const isCreated = ({ method, right }: WireRequest): boolean => method === "POST" && right.status === 200;

/** Answers accepted creations with these bytes, and everything else rightly. */
export const onCreation = (bytes: (request: WireRequest) => Buffer | string): Behaviour =>
  onRequest((socket, request) => {
    if (isCreated(request)) socket.write(bytes(request));
    else answerRight(socket, request);
  });

/** Changes the object that a creation is answered with; written as JSON unless it is text already. */
export const creating = (change: (body: Record<string, unknown>) => unknown): Behaviour =>
  onCreation(({ right }) => {
    const changed = change(JSON.parse(right.body.toString()) as Record<string, unknown>);
    return http({ body: typeof changed === "string" ? changed : JSON.stringify(changed) });
  });

/** A right answer with further header lines, or others. */
export const withHeaders = (lines: (length: number) => readonly string[]): Behaviour =>
  always(({ right }) => http({ ...right, headers: lines(right.body.byteLength) }));
