import type { Answer, Check, Merchant, RuleCheck, RuleId } from "../kit.ts";
import { Inconclusive, numberOf, rule, textOf } from "../kit.ts";
import { isSame } from "../../harness/judge/trace/resources.ts";
import { type ResourceFacts, resources } from "../../spec/index.ts";
import { isObject, pointed } from "../../spec/json.ts";
import { createdAwkwardly, SETS } from "../fixtures/created-objects.ts";
import { readBack, soon } from "../fixtures/reading.ts";
import type { Resource } from "../fixtures/resources.ts";
import { together } from "../fixtures/together.ts";

/** Expects the values of many creations in each answer that shows the object: of the creation, of its retrieval, and of its list (§2, §4). */
export function keepsAnyValues(id: RuleId, creation: Resource): RuleCheck {
  const facts = resources.find(({ answers = {} }) => Object.keys(answers)[0] === creation.operation);
  if (facts === undefined) throw new Error(`spec/resources.yaml does not name ${creation.operation}`);
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

/** Which other entries are returned, and how, is open. */
function expectTexts(
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
