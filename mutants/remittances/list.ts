import { disbursements } from "../../emulator/areas/disbursements/record.ts";
import { ownerOf } from "../../emulator/kernel/merchants.ts";
import { message } from "../../emulator/kernel/answers.ts";
import { type Mutant, named, type Wrap } from "../mutant.ts";
import { type Body, changingSuccess, finishing, isObject, objectsIn } from "../shared/answers.ts";
import { parseReply, rewriteReply, treating } from "../faults/exchange.ts";
import { kebab, where } from "../faults/fields.ts";
import { aFrancShort, changingEvery, drifting } from "../faults/drifting.ts";
import { misreading } from "../faults/requests.ts";
import { as, constantly, offByOne, type Replacement } from "../faults/values.ts";
import { inEntries, inList, inMeta, list } from "./parts.ts";

const number = (words: string, change: (usual: number) => number): Replacement =>
  as(words, (usual) => change(Number(usual)));

const wholePages = (more: 0 | 1) =>
  as<Body>(
    `the whole pages and ${more}`,
    (_usual, { total, limit }) => Math.floor(Number(total) / Number(limit)) + more,
  );

const inProcessing = as("processing instead of failed", (status) =>
  status === "failed" ? "processing" : status,
);

/** Every entry of a page has a value of the first one. */
const sharing = (field: string): Mutant => ({
  id: `remittance-entries-share-${kebab(field)}`,
  violates: ["remittances/list-entries-match-retrieval"],
  summary: `Every entry of a page has the ${field} of its first one.`,
  replace: changingSuccess("listRemittances", (body) => {
    const [first, ...others] = objectsIn(body, "data");
    for (const entry of others) entry[field] = first?.[field];
  }),
});

const timesTen = number("times ten", (total) => total * 10);
const atMost100 = number("at most 100", (total) => Math.min(total, 100));
const countedFromZero = number("counted from zero", (page) => page - 1);

export const mutants: readonly Mutant[] = [
  inList.gives(
    "data",
    "is-whole-at-its-edges",
    as<Body>("without its last entry", (data) => (data as readonly unknown[]).slice(0, -1)),
    where("of exactly one full page", ({ meta }) => {
      const { total, limit } = isObject(meta) ? meta : {};
      return total === limit && Number(total) > 8;
    }),
  ),
  inMeta.gives("total", "counts-creation", constantly(10)),
  inMeta.gives("total", "counts-creation", timesTen),
  inMeta.gives("total", "total-beyond-a-page", atMost100),
  inMeta.gives("limit", "echoes-limit", constantly(10)),
  inMeta.gives("limit", "echoes-limit", offByOne),
  inMeta.gives("page", "echoes-page", constantly(1)),
  inMeta.gives("page", "echoes-page", countedFromZero),
  inMeta.gives("pages", "pages-arithmetic", wholePages(0)),
  inMeta.gives("pages", "pages-arithmetic", wholePages(1)),
  inEntries.gives("createdAt", "list-entries-match-retrieval", constantly("2020-01-01T00:00:00.000+00:00")),
  inEntries.gives("status", "list-entries-match-retrieval", inProcessing),
  ...["amount", "firstName", "phone"].map(sharing),
  ...named({
    "remittance-is-a-franc-short-every-third-time": {
      violates: ["remittances/created-as-requested"],
      summary: "Every third remittance is created with a franc less.",
      replace: changingEvery(3, "createRemittance", aFrancShort),
    },
    "listed-remittance-name-drifts": {
      violates: ["remittances/same-everywhere"],
      summary: "From the second list that shows it on, a remittance has its last name in uppercase.",
      replace: drifting(
        "listRemittances",
        "lastName",
        (name) => String(name).toUpperCase(),
        (body) => objectsIn(body, "data"),
      ),
    },
    "remittance-list-of-twenty": {
      violates: ["remittances/list-default-limit"],
      summary: "A list without a limit has twenty entries a page.",
      replace: list(() => ({ defaultLimit: 20 })),
    },
    "remittance-list-of-nine": {
      violates: ["remittances/list-default-limit"],
      summary: "A list without a limit has nine entries a page.",
      replace: list(() => ({ defaultLimit: 9 })),
    },
    "remittance-later-pages-state-another-limit": {
      violates: ["remittances/list-default-limit"],
      summary: "From page 2 on, a list of ten a page states a limit of 20.",
      replace: list(({ meta }) => ({
        meta: { ...meta, limit: (page) => (page.page > 1 && page.limit === 10 ? 20 : page.limit) },
      })),
    },
    "remittance-page-alone-is-the-first": {
      violates: ["remittances/list-default-limit"],
      summary: "A page without a limit is the first page.",
      wrap: misreading("listRemittances", { page: null }, (query) => query.set("page", "1")),
    },
    "remittance-list-at-most-fifty": {
      violates: ["remittances/list-accepts-limit-100"],
      summary: "A page has fifty entries at most.",
      replace: list((given) => ({ slice: (all, at, limit) => given.slice(all, at, Math.min(limit, 50)) })),
    },
    "remittance-list-at-most-ninety-nine": {
      violates: ["remittances/list-accepts-limit-100"],
      summary: "A limit of exactly 100 is refused.",
      replace: list((given) => ({ slice: (all, at, limit) => given.slice(all, at, Math.min(limit, 99)) })),
    },
    "remittance-list-counts-pages-by-fifty": {
      violates: ["remittances/list-accepts-limit-100"],
      summary: "The second page begins after fifty entries, however many a page has.",
      replace: list(() => ({
        slice: (all, at, limit) => all.slice((at - 1) * Math.min(limit, 50)).slice(0, limit),
      })),
    },
    "remittance-list-of-the-latest-hundred": {
      violates: ["remittances/list-accepts-limit-100"],
      summary: "The list goes back a hundred remittances at most.",
      replace: list(({ select }) => ({ select: (context) => select(context).slice(0, 100) })),
    },
    "remittance-list-without-failures": {
      violates: ["remittances/list-has-every-remittance", "remittances/lists-are-whole"],
      summary: "Remittances that failed are not listed.",
      replace: list(({ select }) => ({
        select: (context) => select(context).filter(({ status }) => status !== "failed"),
      })),
    },
    "remittance-pages-from-zero": {
      violates: ["remittances/list-page-starts-at-1"],
      summary: "Pages are counted from 0.",
      replace: list((given) => ({ slice: (all, at, limit) => given.slice(all, at + 1, limit) })),
    },
    "remittance-total-with-disbursements": {
      violates: ["remittances/list-meta-counts-creation"],
      summary: "The total counts the merchant's disbursements, too.",
      replace: list(({ select, meta }) => {
        let others = 0;
        return {
          select: (context) => {
            const { state, command } = context;
            others = state.find(disbursements, "owner", ownerOf(command.caller)).length;
            return select(context);
          },
          meta: { ...meta, total: ({ total }) => total + others },
        };
      }),
    },
    "remittance-empty-list-is-404": {
      violates: ["remittances/empty-list-is-answered"],
      summary: "An empty list returns 404.",
      replace: finishing("listRemittances", (answer) =>
        isObject(answer.body) && isObject(answer.body["meta"]) && answer.body["meta"]["total"] === 0
          ? message(404, "Remittances not found")
          : answer,
      ),
    },
    "pending-remittance-listed-as-processing": {
      violates: ["remittances/list-entries-match-retrieval"],
      summary: "The list shows a pending remittance as processing.",
      replace: changingSuccess("listRemittances", (body) => {
        for (const entry of objectsIn(body, "data"))
          if (entry["status"] === "pending") entry["status"] = "processing";
      }),
    },
    "remittance-limit-is-what-is-there": {
      violates: ["remittances/list-default-limit"],
      summary: "An empty list has the limit 0.",
      replace: changingSuccess("listRemittances", (body) => {
        const { data, meta } = body;
        if (Array.isArray(data) && data.length === 0 && isObject(meta)) meta["limit"] = 0;
      }),
    },
    "remittance-later-pages-read-once": {
      violates: ["remittances/list-has-every-remittance"],
      summary: "A page after the first is read once, and shown so from then on.",
      wrap: treating("listRemittances", () => {
        const read = new Map<string, Response>();
        return async ({ url, headers, forward }) => {
          if (!(Number(url.searchParams.get("page")) > 1)) return forward();
          const asked = `${url.search} ${headers.get("authorization") ?? ""}`;
          const answer = read.get(asked) ?? (await forward());
          if (answer.ok) read.set(asked, answer);
          return answer.clone();
        };
      }),
    },
    "remittance-page-ignores-limit": {
      violates: ["remittances/list-page-holds-limit"],
      summary: "Every page has up to ten entries.",
      replace: list((given) => ({ slice: (all, at) => given.slice(all, at, 10) })),
    },
    "remittance-page-one-short": {
      violates: ["remittances/list-page-holds-limit"],
      summary: "A page lacks its last entry.",
      replace: list((given) => ({ slice: (all, at, limit) => given.slice(all, at, limit).slice(0, -1) })),
    },
    "remittance-second-page-short": {
      violates: ["remittances/list-page-holds-limit"],
      summary: "The second page lacks its first entry.",
      replace: list((given) => ({
        slice: (all, at, limit) => given.slice(all, at, limit).slice(at === 2 ? 1 : 0),
      })),
    },
    "remittance-lost-from-list": {
      violates: ["remittances/list-has-every-remittance"],
      summary: "Every third remittance is not listed.",
      replace: list((given) => ({
        select: (context) => given.select(context).filter((_payout, index) => index % 3 !== 2),
      })),
    },
    "remittance-lost-between-pages": {
      violates: ["remittances/list-has-every-remittance"],
      summary: "The entry between two pages is on neither.",
      replace: list(() => ({
        slice: (all, at, limit) => all.slice((at - 1) * (limit + 1), (at - 1) * (limit + 1) + limit),
      })),
    },
    "remittance-twice-between-pages": {
      violates: ["remittances/list-has-no-repeats"],
      summary: "The last entry of a page is the first of the next as well.",
      replace: list((given) => ({
        slice: (all, at, limit) => {
          const shown = given.slice(all, at, limit);
          const last = all[(at - 1) * limit - 1];
          return at > 1 && last !== undefined ? [last, ...shown.slice(0, -1)] : shown;
        },
      })),
    },
    "remittance-pages-all-alike": {
      violates: ["remittances/list-has-no-repeats"],
      summary: "Every page shows the first page's entries.",
      replace: list((given) => ({ slice: (all, _at, limit) => given.slice(all, 1, limit) })),
    },
    "remittance-entry-names-sender": {
      violates: ["remittances/list-entries-match-retrieval"],
      summary: "An entry swaps the first and last name of its recipient.",
      replace: list((given) => ({
        presenter: {
          ...given.presenter,
          firstName: ({ lastName }) => lastName,
          lastName: ({ firstName }) => firstName,
        },
      })),
    },
    "remittance-entries-shifted-on-later-pages": {
      violates: ["remittances/list-entries-match-retrieval"],
      summary: "On later pages an entry has its amount doubled.",
      replace: list((given) => ({
        slice: (all, at, limit) =>
          given
            .slice(all, at, limit)
            .map((payout) => (at > 1 ? { ...payout, amount: payout.amount * 2 } : payout)),
      })),
    },
    "list-limit-alone-ignored": {
      violates: ["remittances/list-meta-echoes-limit"],
      summary: "A limit without a page is ignored.",
      wrap: misreading("listRemittances", { limit: null }, (query) => query.delete("limit")),
    },
    "list-page-alone-ignored": {
      violates: ["remittances/list-meta-echoes-page"],
      summary: "A page without a limit returns the first page.",
      wrap: misreading("listRemittances", { page: null }, (query) => query.set("page", "1")),
    },
    "list-states-its-most-without-limit": {
      violates: ["remittances/list-default-limit"],
      summary: "A list without a limit reports a limit of 100.",
      wrap: statingInMeta("limit", (meta) => {
        meta["limit"] = 100;
        meta["pages"] = Math.ceil(Number(meta["total"]) / 100);
      }),
    },
    "list-total-of-the-last-first-page": {
      violates: ["remittances/lists-are-whole"],
      summary: "Later pages show the total that the first page had when it was last read.",
      wrap: treating("listRemittances", () => {
        const totals = new Map<string, unknown>();
        return ({ headers, forward }) =>
          changingMeta(forward, (meta) => {
            const key = headers.get("authorization") ?? "";
            if (meta["page"] === 1) totals.set(key, meta["total"]);
            meta["total"] = totals.get(key) ?? meta["total"];
            meta["pages"] = Math.ceil(Number(meta["total"]) / Number(meta["limit"]));
          });
      }),
    },
    "list-states-another-page-without-one": {
      violates: ["remittances/list-without-page-is-the-page-it-states"],
      summary: "A list without a page reports that it is page 2.",
      wrap: statingInMeta("page", (meta) => {
        meta["page"] = 2;
      }),
    },
  }),
];

/** Changes the meta of a list that is requested without a parameter. */
function statingInMeta(parameter: string, change: (meta: Record<string, unknown>) => void): Wrap {
  return treating(
    "listRemittances",
    () =>
      ({ url, forward }) =>
        url.searchParams.has(parameter) ? forward() : changingMeta(forward, change),
  );
}

async function changingMeta(
  forward: () => Promise<Response>,
  change: (meta: Record<string, unknown>) => void,
): Promise<Response> {
  const answer = await forward();
  const reply = answer.ok ? await parseReply(answer) : null;
  if (reply === null || !isObject(reply.body) || !isObject(reply.body["meta"])) return answer;
  const meta = { ...reply.body["meta"] };
  change(meta);
  return rewriteReply(answer, reply, { ...reply, body: { ...reply.body, meta } });
}
