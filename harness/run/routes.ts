import type { Answer } from "../http/answer.ts";
import { missing } from "../judge/needs.ts";
import { isApplicable } from "../patterns.ts";
import { pause } from "../time.ts";
import {
  isNoServerStatus,
  isUnservedWithoutKey,
  matchingUnservedAnswer,
  mayMeanNoRoute,
  provesRoute,
  routeNeed,
} from "../judge/routes.ts";
import type { TargetRequest } from "../http/client.ts";
import type { Session } from "./session.ts";
import { Transcript } from "../judge/transcript.ts";
import { Inconclusive, NeedMissing, Violation } from "../verdicts.ts";
import type { CreateExecution, ServedRules } from "./context.ts";
import { runOnce } from "./once.ts";

/** What the trial of a route needs. */
export interface RouteTrials {
  readonly session: Session;
  readonly served: ServedRules;
  readonly trying: readonly string[];
  readonly createExecution: CreateExecution;
}

/**
 * Sends a request if the target serves its route.
 * @throws NeedMissing if the target does not serve the route: then nothing is sent, or the answer proves nothing. A route that the profile
 * says is not offered is not tried
 */
export async function sendWhereServed(context: RouteTrials, request: TargetRequest): Promise<Answer> {
  const { session, trying } = context;
  const { operation } = request;
  if (operation === null || operation.host === "control") return session.sendTo(request);
  const tried = trying.includes(operation.id);
  if (!tried && session.routes.isAbsent(operation.id)) throw new NeedMissing(routeNeed(operation.id));
  const answer = await session.sendTo(request);
  if (!mayMeanNoRoute(answer.status) || tried) return answer;
  const { exchange } = answer;
  if (!session.routes.mayBeAbsent(exchange)) return answer;
  if (!isOffered(context, operation.id)) throw new NeedMissing(routeNeed(operation.id));
  if (isTriable(context, operation.id)) {
    if ((await matchingUnservedAnswer(session, request, answer)) === null)
      session.routes.setServed(operation.id, exchange);
    else if (await isAbsent(context, operation.id)) throw new NeedMissing(routeNeed(operation.id));
  }
  session.judge.judgeExchange(exchange);
  return answer;
}

/** Whether the target offers an operation, for all that the profile says. */
export function isOffered(
  { session, served }: Pick<RouteTrials, "session" | "served">,
  operation: string,
): boolean {
  const known = served.get(operation);
  return known === undefined || isApplicable(session.profile.notOffered, known.rule);
}

function isTriable({ session, served }: RouteTrials, operation: string): boolean {
  const known = served.get(operation);
  return known !== undefined && missing(known.rule.needs, session.supplies).length === 0;
}

/** Whether a trial with valid input shows that a route does not exist. A trial that fails for another reason proves nothing. */
async function isAbsent(context: RouteTrials, operation: string): Promise<boolean> {
  const { session } = context;
  try {
    await tryRoute(context, operation, new Transcript());
  } catch (error) {
    if (!(error instanceof Violation)) return false;
    session.routes.setAbsent(operation);
  }
  return session.routes.isAbsent(operation);
}

/**
 * The one trial of a route that all checks share.
 * @throws whatever the check of the route's rule threw
 */
export async function tryRoute(
  context: RouteTrials,
  operation: string,
  transcript: Transcript,
): Promise<void> {
  const { session, served, trying, createExecution } = context;
  const known = served.get(operation);
  if (known === undefined) throw new Error(`no check tries the route of ${operation}`);
  const shownBy = session.routes.evidenceFor(operation);
  if (shownBy !== null) {
    transcript.add(shownBy);
    return;
  }
  const { rule, check } = known;
  const options = {
    session,
    rule,
    key: `route ${operation}`,
    attempt: 1,
    patient: true,
    transcript,
    // A missing answer never decides whether a route exists.
    reliance: { onIdle: false },
    served,
    createExecution,
  };
  try {
    await runOnce({ ...options, trying: [...trying, operation] }, (own) => check.judge(own));
  } catch (error) {
    if (error instanceof Violation) session.routes.setAbsent(operation);
    throw error;
  }
}

const POLL_MS = { first: 25, most: 500 };

/**
 * Repeats a request until the answer shows that the route exists, because a new object may become visible late; not if a request
 * without a key shows that there is no route.
 * @throws Violation if the answer is that of an unserved path
 * @throws Inconclusive if it proves neither
 */
export async function expectServed(
  options: { readonly session: Session; readonly request: TargetRequest; readonly patient: boolean },
  send: () => Promise<Answer>,
): Promise<void> {
  const { session, request, patient } = options;
  const names = request.operation?.path.includes("{") === true;
  const end = performance.now() + (patient && names ? session.profile.deadlines.consistencyMs : 0);
  for (let pauseMs = POLL_MS.first; ; pauseMs = Math.min(pauseMs * 2, POLL_MS.most)) {
    const answer = await send();
    if (isNoServerStatus(answer.status))
      throw new Inconclusive(
        `${answer.what} answered ${answer.summary}, which is not an answer of a server behind the route`,
      );
    if (provesRoute(answer.exchange) && !mayMeanNoRoute(answer.status)) return;
    const unserved = await matchingUnservedAnswer(session, request, answer);
    if (unserved === null) return;
    if (answer.status === 401)
      throw new Inconclusive(
        `${answer.what} answered ${answer.summary}, as ${unserved.what} does: the key is refused before the route is looked for`,
        answer.hasNot("success"),
      );
    if (!mayMeanNoRoute(answer.status))
      throw new Inconclusive(
        `${answer.what} answered ${answer.summary}, as ${unserved.what} does, which is not a route: it may be the answer of a firewall or a proxy`,
      );
    const left = end - performance.now();
    const isOver = left <= 0 || request.signal.aborted;
    if (isOver || (pauseMs === POLL_MS.first && (await isUnservedWithoutKey(session, request, answer)))) {
      throw new Violation({
        expected: `${answer.what} to be served`,
        actual: `it answered ${answer.summary}, as ${unserved.what} does, which is not a route`,
        exchange: answer.exchange.sequence,
        symptom: { kind: "route", where: [answer.operation], operation: request.operation?.id ?? "" },
      });
    }
    await pause(Math.min(pauseMs, left));
  }
}
