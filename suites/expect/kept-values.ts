import type { Answer, Check, Merchant, RuleCheck, RuleId } from "../kit.ts";
import { Inconclusive, numberOf, rule, textOf } from "../kit.ts";
import type { Property } from "../../harness/judge/property.ts";
import { isSame } from "../../harness/judge/trace/resources.ts";
import { type ResourceFacts, resources } from "../../spec/index.ts";
import { isObject, pointed } from "../../spec/json.ts";
import { createdAwkwardly, SETS } from "../fixtures/created-objects.ts";
import { found, memberOf, readBack, soon } from "../fixtures/reading.ts";
import type { Resource } from "../fixtures/resources.ts";
import { together } from "../fixtures/together.ts";
import { eachAccepted } from "./creations.ts";

/** Judges the answer to a creation. */
type CreationJudge<Body> = (
  check: Check,
  created: Answer<Body>,
  request: object,
  reach: (className: string) => void,
) => Promise<void> | void;

/** Compares a retrieval with the creation. */
export type RetrievalJudge<Body> = (check: Check, created: Answer<Body>, retrieved: Answer<Body>) => void;

/** Judges the answer to each of many creations that is a success, also of those with values that faults change. */
export function eachCreated<Body>(
  id: RuleId,
  creation: Resource<Body>,
  judge: CreationJudge<Body>,
  {
    effort = 0.6,
    runShares = {},
    also,
  }: Pick<Property<object>, "effort" | "runShares"> & {
    /** Judges objects that are created in another way. */
    readonly also?: (check: Check) => Promise<void>;
  } = {},
): RuleCheck {
  return rule(id, async (check) => {
    await eachAccepted(check, {
      effort,
      from: await creation.requests(check),
      examples: creation.examples?.(check) ?? [],
      runShares: { accepted: 0.2, ...runShares },
      send: (request) => creation.send(check.api, request),
      judge: (created, request, reach) => judge(check, created, request, reach),
    });
    for (let set = 0; set < SETS; set += 1) {
      const { body, answer } = await createdAwkwardly(check, creation, { set });
      if (answer.succeeded) await judge(check, answer as Answer<Body>, body as object, () => undefined);
    }
    await also?.(check);
  });
}

/**
 * Expects the requested value in a field of the answer to each creation.
 * @param isOptional whether no other rule judges that the field is there: it must be if the request has it
 */
export function isAsRequested(
  id: RuleId,
  creation: Resource,
  field: string,
  { isOptional = false }: { readonly isOptional?: boolean } = {},
): RuleCheck {
  const facts = factsOf(creation);
  const echo = facts.echoes?.[field];
  if (echo === undefined) throw new Error(`spec/resources.yaml has no echo ${field} of a ${facts.name}`);
  const only = { ...facts, echoes: { [field]: echo } };
  return eachCreated(
    id,
    creation,
    (check, answer, body, reach) => {
      const asked = pointed(body, echo.from);
      if (asked === undefined) return;
      const shown = isOptional ? memberOf(answer, field) : (answer as Answer<Named>).field(field);
      if (shown === undefined || shown === null) check.expect.field(field, shown, answer).toBe(asked);
      expectEchoes(check, only, { body, answer, shown: answer.body });
      reach("compared");
    },
    { runShares: { compared: 0.2 } },
  );
}

type Named = Readonly<Record<string, unknown>>;

/** Retrieves each created object, and expects the same values. @param also judges objects that are created in another way */
export function isRetrievedAsCreated<Body>(
  id: RuleId,
  creation: Resource<Body>,
  fields: readonly string[],
  also?: (check: Check, judge: RetrievalJudge<Body>) => Promise<void>,
): RuleCheck {
  const { fixed } = factsOf(creation);
  const judge: RetrievalJudge<Body> = (check, created, retrieved) => {
    for (const field of fields) {
      const [before, after] = [created, retrieved].map((answer) => memberOf(answer, field));
      if (before === undefined || after === undefined)
        throw new Inconclusive(`an answer has no ${field}; another rule judges that`);
      check.expect
        .field(field, after, retrieved)
        .toSatisfy(
          `${JSON.stringify(before)}, as created`,
          () => isSame(fixed[field] ?? "text", before, after) !== false,
        );
    }
  };
  return eachCreated(
    id,
    creation,
    async (check, created) => {
      const own = idOf(created);
      judge(check, created, await readBack(check, () => creation.retrieve(check.api, own)));
    },
    { effort: 0.4, ...(also === undefined ? {} : { also: (check: Check) => also(check, judge) }) },
  );
}

/** Retrieves each created object under its id. */
export function isRetrievedById(id: RuleId, creation: Resource): RuleCheck {
  return eachCreated(
    id,
    creation,
    async (check, created) => {
      const own = idOf(created);
      const read = (): Promise<Answer> => creation.retrieve(check.api, own);
      const retrieved = check.succeeded(await found(check, `${creation.what}, ${own},`, read));
      check.expect.field("id", textOf(memberOf(retrieved, "id")), retrieved).toBe(own);
    },
    { effort: 0.4 },
  );
}

/** @throws Inconclusive without an id: another rule judges that */
const idOf = (created: Answer<unknown>): string => (created as Answer<Named>).text("id");

function factsOf({ operation }: Resource): ResourceFacts {
  const facts = resources.find(({ answers = {} }) => Object.keys(answers)[0] === operation);
  if (facts === undefined) throw new Error(`spec/resources.yaml does not name ${operation}`);
  return facts;
}

/** Expects the values of many creations in each answer that shows the object: of the creation, of its retrieval, and of its list (§2, §4). */
export function keepsAnyValues(id: RuleId, creation: Resource): RuleCheck {
  const facts = factsOf(creation);
  return rule(id, async (check) => {
    const merchant = check.has("control.createMerchant") ? await check.ownMerchant() : await check.merchant();
    const made = await together(
      check,
      Array.from({ length: SETS }, (_unused, set) => () => kept(check, { creation, facts, merchant, set })),
    );
    if (!made.includes(true)) throw new Inconclusive(`no ${facts.name} with such values was accepted`);
  });
}

/** Whether the creation was accepted. */
async function kept(
  check: Check,
  about: {
    readonly creation: Resource;
    readonly facts: ResourceFacts;
    readonly merchant: Merchant;
    readonly set: number;
  },
): Promise<boolean> {
  const { creation, facts, merchant, set } = about;
  const { body, answer } = await createdAwkwardly(check, creation, { merchant, set, spends: merchant.own });
  if (!answer.succeeded) return false;
  expectEchoes(check, facts, { body, answer, shown: answer.body });
  const entries = pointed(body, "/metadata");
  if (creation.operation === "createPaymentIntent" && isObject(entries))
    expectTexts(check, entries, pointed(answer.body, "/metadata"), answer);
  const id = textOf(pointed(answer.body, "/id"));
  if (Object.keys(facts.fixed).length > 0) {
    const retrieved = await readBack(check, () => creation.retrieve(merchant.api, id));
    expectEchoes(check, facts, { body, answer: retrieved, shown: retrieved.body });
  }
  if (creation.listed === true) {
    const entryIn = (page: Answer): unknown => {
      const list = pointed(page.body, "/data");
      return Array.isArray(list)
        ? (list as unknown[]).find((entry) => pointed(entry, "/id") === id)
        : undefined;
    };
    const page = await soon(check, {
      read: () => merchant.api.listRemittances({ query: { limit: 100 } }),
      holds: (read) => entryIn(read) !== undefined,
    });
    // Another rule judges whether it is in the list.
    const shown = entryIn(page);
    if (shown !== undefined) expectEchoes(check, facts, { body, answer: page, shown });
  }
  return true;
}

function expectEchoes(
  check: Check,
  { echoes = {} }: ResourceFacts,
  { body, answer, shown }: { readonly body: unknown; readonly answer: Answer; readonly shown: unknown },
): void {
  for (const [field, { form, from }] of Object.entries(echoes)) {
    const [asked, value] = [pointed(body, from), pointed(shown, `/${field}`)];
    // Other rules judge presence and type.
    if (asked === undefined || value === undefined || value === null) continue;
    if (form === "code" && textOf(asked).length !== textOf(value).length) continue;
    const same =
      form === "number" ? numberOf(asked) === numberOf(value) : isSame(form, textOf(asked), textOf(value));
    check.expect
      .field(field, value, answer)
      .toSatisfy(`${JSON.stringify(asked)}, as requested`, () => same !== false);
  }
}

/** Expects the texts of the requested metadata. Which other entries are returned, and how, is open. */
export function expectTexts(
  check: Check,
  entries: Readonly<Record<string, unknown>>,
  shown: unknown,
  answer: Answer,
): void {
  for (const [name, value] of Object.entries(entries)) {
    if (typeof value !== "string") continue;
    const found = isObject(shown) && Object.hasOwn(shown, name) ? shown[name] : undefined;
    check.expect.field(`metadata.${name}`, found, answer).toBe(value);
  }
}
