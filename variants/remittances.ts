import { message } from "../emulator/kernel/answers.ts";
import { named, perEmulator } from "../mutants/mutant.ts";
import type { Variant } from "./variant.ts";
import { list } from "../mutants/remittances/parts.ts";
import { answering, finishing, isObject } from "../mutants/shared/answers.ts";
import { reading, recording } from "../mutants/shared/creations.ts";

const area = "remittances";

const STATUSES = ["pending", "processing", "succeeded", "failed", "canceled"] as const;

function clamp(url: URL, name: string, most: number): void {
  const given = url.searchParams.get(name);
  if (given === null) return;
  const number = Number.parseInt(given, 10);
  url.searchParams.set(name, String(Number.isNaN(number) ? 1 : Math.min(most, Math.max(1, number))));
}

/** Other choices at the open points in `spec/areas/remittances.yaml`. */
export const variants = named<Variant>({
  "amounts-of-many-spellings": {
    openPoints: ["remittance-amount-text"],
    what: "An amount may have decimals, a sign or spaces, or be a JSON number",
    replace: reading(area, (body) => {
      const { amount } = body;
      const spelt = typeof amount === "number" || typeof amount === "string" ? Number(amount) : Number.NaN;
      if (Number.isFinite(spelt) && String(amount).trim() !== "") body["amount"] = String(Math.round(spelt));
    }),
  },
  "remittances-wait-first": {
    openPoints: ["remittance-initial-status"],
    what: "A new remittance is pending",
    replace: recording(area, () => ({ status: "pending" })),
  },
  "remittances-move-with-every-look": {
    openPoints: ["remittance-states", "remittance-transitions"],
    what: "A remittance has another status each time it is read",
    replace: perEmulator(() => {
      let looks = 0;
      return answering(["createRemittance", "retrieveRemittance"], 200, (body) => {
        looks += 1;
        body["status"] = STATUSES[looks % STATUSES.length];
      });
    }),
  },
  "metadata-of-remittances-dropped": {
    openPoints: ["remittance-metadata-shown"],
    what: "Metadata of remittances is not stored",
    replace: recording(area, () => ({ metadata: {} })),
  },
  "metadata-of-remittances-shown": {
    openPoints: ["remittance-metadata-shown"],
    what: "Remittances show their metadata",
    replace: answering(["createRemittance", "retrieveRemittance"], 200, (body) => {
      body["metadata"] = { order: "42" };
    }),
  },
  "oldest-first": {
    openPoints: ["remittance-list-order"],
    what: "The list is sorted oldest first",
    replace: list(({ select }) => ({ select: (context) => [...select(context)].reverse() })),
  },
  "list-by-id": {
    openPoints: ["remittance-list-order"],
    what: "The list is sorted by id",
    replace: list(({ select }) => ({
      select: (context) => [...select(context)].sort((a, b) => (a.id < b.id ? -1 : 1)),
    })),
  },
  "page-arguments-clamped": {
    openPoints: ["remittance-page-arguments"],
    what: "Limits and pages are clamped to the permitted range",
    wrap: (handler) => (request) => {
      const url = new URL(request.url);
      if (request.method !== "GET" || url.pathname !== "/v1/remittance") return handler(request);
      clamp(url, "limit", 100);
      clamp(url, "page", 1_000_000);
      return handler(new Request(url, { headers: request.headers }));
    },
  },
  "page-beyond-end-not-found": {
    openPoints: ["remittance-page-beyond-end"],
    what: "A page after the last one returns 404",
    replace: finishing("listRemittances", (answer) => {
      const { data, meta } = isObject(answer.body) ? answer.body : {};
      const beyond = Array.isArray(data) && data.length === 0 && isObject(meta) && Number(meta["page"]) > 1;
      return beyond ? { ...answer, ...message(404, "page not found") } : answer;
    }),
  },
  "page-beyond-end-is-the-last": {
    openPoints: ["remittance-page-beyond-end"],
    what: "A page after the last one shows the last one",
    replace: list(({ slice }) => ({
      slice: (all, page, limit) =>
        slice(all, Math.min(page, Math.max(1, Math.ceil(all.length / limit))), limit),
    })),
  },
  "second-page-unless-reported": {
    openPoints: ["remittance-page-default"],
    what: "Without `page`, a list is the second page",
    // Combined with a 404 for pages after the last one, a short list could not be read.
    alone: true,
    replace: list(() => ({ firstPage: 2 })),
  },
  "empty-list-has-a-page": {
    openPoints: ["remittance-pages-when-empty"],
    what: "An empty list has one page",
    replace: list(({ meta }) => ({
      meta: { ...meta, pages: ({ total, limit }) => Math.max(1, Math.ceil(total / limit)) },
    })),
  },
});
