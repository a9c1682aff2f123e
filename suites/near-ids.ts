import { MEMBER_NAMES, RANDOM, recased } from "../generators/index.ts";
import { type Answer, type Check, Inconclusive, rule, type RuleCheck } from "./kit.ts";
import { contractOperations } from "../harness/contract.ts";
import { type OperationName, ruleIdOf } from "../spec/index.ts";
import { sendUnjudged } from "./expect/observing.ts";
import { expectRefusal } from "./expect/refusals.ts";
import { keyed } from "./fixtures/idempotency-keys.ts";
import { readBack } from "./fixtures/reading.ts";
import { guardedIn, pathOf, request, REQUESTS } from "./requests.ts";
import { type Subject, SUBJECTS } from "./subjects.ts";

/** The values of subjects that identify an object, in order of preference. */
const IDS = ["id", "allocationId", "acct", "subscriptionId", "customerId", "invoiceId"];

/** Operations that name objects in their body. */
const IN_BODY: Readonly<Partial<Record<OperationName, readonly string[]>>> = {
  createAllocation: ["acct"],
  attachTestClock: ["subscriptionId", "customerId"],
  simulateTestClock: ["subscriptionId"],
};

/** The values that may name an object of an operation. The document does not show the parameters of ports. */
function idsOf(name: OperationName): readonly string[] {
  const operation = contractOperations.get(name);
  if (operation === undefined) return IDS;
  const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, found = ""]) => found);
  return [...inPath, ...(IN_BODY[name] ?? [])];
}

/** How far the full-width forms of visible ASCII characters are from these. */
const FULL_WIDTH = 0xfee0;

/** Identifiers that are almost the known one, and those that objects of a program have by themselves. None was issued. */
function nearIds(known: string): Readonly<Record<string, string>> {
  const stem = known.slice(0, known.lastIndexOf("_") + 1);
  const random = known.slice(stem.length);
  const isRandom = random.length >= RANDOM && !/^\d+$/.test(random);
  const last = random.charCodeAt(random.length - 1);
  return {
    ...recased(known),
    ...(isRandom && stem !== ""
      ? {
          "without its last character": known.slice(0, -1),
          "without its prefix": random,
          "followed by another character": `${known}x`,
          "with a leading zero": `${stem}0${random}`,
          "in full width": `${known.slice(0, -1)}${String.fromCharCode(last + FULL_WIDTH)}`,
          "with its prefix in uppercase": `${stem.toUpperCase()}${random}`,
          "with the prefix of another resource": `${stem === "ctr_" ? "pi_" : "ctr_"}${random}`,
        }
      : {}),
    "followed by a blank": `${known} `,
    "preceded by a blank": ` ${known}`,
    "preceded by a plus": `+${known}`,
    "followed by another line": `${known}\n1`,
    "with a wildcard as its last character": `${known.slice(0, -1)}_`,
    "cut to a pattern": `${stem}%`,
    ...Object.fromEntries(MEMBER_NAMES.map((name) => [`that is the name ${name}`, name])),
    "that is a prefix before the name of a member": `${stem}constructor`,
  };
}

/** Sends a request about another object. The form of its refusal is open, so passive rules do not judge it. */
function send(check: Check, name: OperationName, subject: Subject): Promise<Answer> {
  const operation = contractOperations.get(name);
  if (operation?.path.includes("{") !== true) return request(check, name, { subject });
  const { body, keyed: isKeyed } = REQUESTS[name];
  const json = body?.(subject.values, check);
  return sendUnjudged(
    check,
    { operation: name },
    {
      path: pathOf(subject),
      ...(subject.merchant === undefined ? {} : { key: subject.merchant.testKey }),
      ...(json === undefined ? {} : { json }),
      ...(isKeyed === true ? keyed() : {}),
    },
  );
}

/** Sends requests for identifiers near the one of an object. The same request for the object succeeds afterwards, and a read also before. */
function findsExactIdsOnly(area: string, name: OperationName, row: string): RuleCheck {
  return rule(ruleIdOf(`${area}/${row}-finds-exact-ids-only`), async (check) => {
    const subject = await SUBJECTS[REQUESTS[name].given](check);
    const known = idsOf(name).flatMap((member) => {
      const id = subject.values[member];
      return typeof id === "string" && id !== "" ? [{ member, id }] : [];
    });
    const named = contractOperations.has(name) ? known : known.slice(0, 1);
    if (named.length === 0) throw new Inconclusive("the object has no identifier");
    const { mayFail = false } = REQUESTS[name];
    const exact = (): Promise<Answer> => request(check, name, { subject });
    // A new object may be found late. What was found once may be remembered.
    const isRead = contractOperations.get(name)?.method === "GET";
    if (isRead && mayFail === false) check.succeeded(await readBack(check, exact));
    for (const { member, id } of named)
      for (const [how, near] of Object.entries(nearIds(id))) {
        const values = { ...subject.values, [member]: near };
        expectRefusal(await send(check, name, { ...subject, values }), `an identifier ${how}`);
      }
    const counterpart = await exact();
    if (mayFail === false) check.succeeded(counterpart);
  });
}

/** The rules about the operations that name an object, of those whose keys an area guards. */
export const findExactIdsOnly = (area: string, guards: string): readonly RuleCheck[] =>
  guardedIn(guards).flatMap(({ name, row }) =>
    idsOf(name).length === 0 ? [] : [findsExactIdsOnly(area, name, row)],
  );
