import { contractOperations, type Operation } from "../../harness/contract.ts";
import type { Answer } from "../../harness/http/answer.ts";
import { socketTransport } from "../../harness/http/socket.ts";
import { matchingUnservedAnswer } from "../../harness/routes/unserved-path.ts";
import { openSession } from "../../harness/session/open.ts";
import type { TargetRequest } from "../../harness/session/request.ts";
import type { Session } from "../../harness/session/session.ts";
import { Inconclusive, TransportFault } from "../../harness/verdicts.ts";
import { clip, oneLine } from "../../reports/text.ts";
import type { Target } from "./target.ts";

/** An id in a path that no object has. */
const UNKNOWN_ID = "payconform_nobodys";
const SHOWN = 160;

/**
 * Why a target does not serve this interface, in one sentence: every documented route that was tried answers like an unknown path.
 * Null as soon as one answers otherwise. Routes that read are tried first. Routes that create are tried only when none of those
 * exists, with the requests of the rules to judge.
 */
export async function notThisInterface(target: Target, patterns: readonly string[]): Promise<string | null> {
  if (target.embedded) return null;
  const { profile, keys, access, liveKeyAllowed } = target;
  const transport = socketTransport({ connections: 2, connection: { network: profile.network, access } });
  try {
    const session = await openSession({ profile, keys, access, transport, seed: 1, runs: 1, liveKeyAllowed });
    try {
      const why = await triedOut(session, patterns);
      return why === null ? null : session.redactor.text(why);
    } finally {
      await session.close();
    }
  } catch (error) {
    // A target that does not answer is reported by each rule.
    if (error instanceof TransportFault || error instanceof Inconclusive) return null;
    throw error;
  } finally {
    await transport.close();
  }
}

async function triedOut(session: Session, patterns: readonly string[]): Promise<string | null> {
  const all = [...contractOperations.values()];
  const read = all.filter(({ method }) => method === "GET").sort((a, b) => names(a) - names(b));
  let first: Answer | undefined;
  let tried = 0;
  for (const operation of read) {
    const request = requestTo(session, operation);
    const answer = await session.sendTo(request);
    if (await isThere(session, request, answer)) return null;
    first ??= answer;
    tried += 1;
  }
  const { routeTrials } = await import("./route-trials.ts");
  for (const { operation, send } of routeTrials(session, patterns)) {
    let there = false;
    await send(async (answer) => {
      there = await isThere(session, requestTo(session, operation), answer);
    });
    if (there) return null;
    tried += 1;
  }
  if (first === undefined) return null;
  const answered = clip(oneLine(session.redactor.text(first.summary)), SHOWN);
  return (
    `${session.profile.target.baseUrl} does not serve this interface: ${first.what} answered ${answered}, and all ` +
    `${tried} documented routes that were tried answered like an unknown path; check the URL`
  );
}

const names = ({ path }: Operation): number => path.split("{").length;

function requestTo(session: Session, operation: Operation): TargetRequest {
  const ids = [...operation.path.matchAll(/\{([^}]+)\}/g)].map(
    ([, name = ""]) => [name, UNKNOWN_ID] as const,
  );
  return {
    operation,
    host: operation.host,
    method: operation.method,
    path: operation.path,
    parts: { path: Object.fromEntries(ids) },
    authorization: `Bearer ${session.keys.test ?? ""}`,
    signal: session.closing,
    onExchange: () => undefined,
  };
}

/** Whether an answer shows that the route exists: it differs from the answer to an unknown path. */
async function isThere(session: Session, request: TargetRequest, answer: Answer): Promise<boolean> {
  const { status, read } = answer;
  const nothing = (status < 300 && read.kind !== "json") || (status >= 300 && status < 400);
  if (!nothing && ![404, 405, 501].includes(status)) return true;
  return (await matchingUnservedAnswer(session, request, answer)) === null;
}
