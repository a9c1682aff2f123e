import { type Answer, type Check, type Merchant, NeedMissing } from "./kit.ts";
import { contractOperations } from "../harness/contract.ts";
import { createdClock } from "../harness/run/cleanup.ts";
import { type OperationName, operationRows } from "../spec/index.ts";
import { keyed } from "./fixtures/idempotency-keys.ts";
import { deleteAtTheEnd } from "./fixtures/test-clocks.ts";
import { together } from "./fixtures/together.ts";
import { canCreateVendors } from "./fixtures/vendor-creations.ts";
import { request, REQUESTS } from "./requests.ts";
import { type RequestSubject, type Subject, SUBJECTS } from "./subjects.ts";

/** Sends one request of a merchant, valid except for the given credential. By default, the merchant's own credential. */
export type Sending = (authorization?: string) => Promise<Answer>;

/** The maximum number of requests that a check sends to one route. */
const POOL = 6;

const isOffered = (check: Check, area: string): boolean => !check.profile.notOffered.includes(area);

/** The areas of Connect's routes, which refuse a merchant that has not activated it. */
const CONNECT = Object.entries(operationRows).flatMap(([name, { area }]) =>
  contractOperations.get(name as OperationName)?.path.startsWith("/v1/connect/") === true ? [area] : [],
);

/** The check's own merchant, able to use as many routes as the target offers. */
export const merchantOfEveryRoute = (check: Check): Promise<Merchant> =>
  check.ownMerchant(CONNECT.some((area) => isOffered(check, area)) ? { connectMode: "marketplace" } : {});

/**
 * The requests to every documented route that the merchant can use. Omits routes whose subject cannot be created. No request depends on the
 * effect of another.
 */
export async function everyRoute(check: Check, merchant: Merchant): Promise<readonly Sending[]> {
  const names = ([...contractOperations.keys()] as OperationName[]).filter((name) =>
    isOffered(check, operationRows[name].area),
  );
  const shared = new Map<RequestSubject, Promise<Subject>>();
  const sendings = names.map((name) => async (): Promise<readonly Sending[]> => {
    const { given, once, keyed: isKeyed } = REQUESTS[name];
    const make = (): Promise<Subject> => SUBJECTS[given](check, merchant);
    try {
      if (name === "createAccount" && !(await canCreateVendors(check))) return [];
      const subjects = once === true ? await pool(check, make) : [await sharedOf(shared, given, make)];
      const next = (): Subject => {
        const subject = once === true ? subjects.pop() : subjects[0];
        if (subject === undefined) throw new Error(`${name} has subjects for ${POOL} requests only`);
        return subject;
      };
      // With one idempotency key, a repetition with the right credential gets the first answer again.
      const repeated = isKeyed === true ? keyed() : {};
      return [
        async (authorization) => {
          const credential = authorization === undefined ? {} : { authorization };
          const answer = await request(check, name, {
            subject: next(),
            oddity: { ...repeated, ...credential },
          });
          // The merchant's key may be replaced before the check ends.
          const clock = createdClock(answer.exchange);
          if (clock !== undefined) deleteAtTheEnd(check, merchant, clock);
          return answer;
        },
      ];
    } catch (error) {
      if (error instanceof NeedMissing) return [];
      throw error;
    }
  });
  return (await together(check, sendings)).flat();
}

function sharedOf(
  shared: Map<RequestSubject, Promise<Subject>>,
  given: RequestSubject,
  make: () => Promise<Subject>,
): Promise<Subject> {
  const made = shared.get(given) ?? make();
  shared.set(given, made);
  return made;
}

/** Subjects of a route, one for each request, because an operation may be impossible a second time. */
async function pool(check: Check, make: () => Promise<Subject>): Promise<Subject[]> {
  return [
    ...(await together(
      check,
      Array.from({ length: POOL }, () => make),
    )),
  ];
}

/** The requests that succeed with the merchant's own credential. */
export async function acceptedOf(check: Check, sendings: readonly Sending[]): Promise<readonly Sending[]> {
  const accepted = await together(
    check,
    sendings.map((send) => () => isAccepted(send)),
  );
  return sendings.filter((_send, index) => accepted[index]);
}

/** Whether a request succeeds. Another rule judges a missing route, and a port that is not bound has no request. */
export async function isAccepted(send: () => Promise<Answer>): Promise<boolean> {
  try {
    return (await send()).succeeded;
  } catch (error) {
    if (error instanceof NeedMissing) return false;
    throw error;
  }
}
