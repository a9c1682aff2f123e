import { message } from "../../emulator/kernel/answers.ts";
import type { Variant } from "../mutant.ts";
import { finishing, isObject } from "../shared/answers.ts";
import { list } from "../remittances/parts.ts";
import { reading, recording } from "../shared/creations.ts";
import { answering, variant, wireVariant } from "./parts/variant.ts";

const area = "remittances";

const STATUSES = ["pending", "processing", "succeeded", "failed", "canceled"] as const;

function clamp(url: URL, name: string, most: number): void {
  const given = url.searchParams.get(name);
  if (given === null) return;
  const number = Number.parseInt(given, 10);
  url.searchParams.set(name, String(Number.isNaN(number) ? 1 : Math.min(most, Math.max(1, number))));
}

/** Other choices at the open points in `spec/areas/remittances.yaml`. */
export const remittancesVariants: readonly Variant[] = [
  variant(
    "amounts-of-many-spellings",
    "remittance-amount-text",
    "An amount may have decimals, a sign, blanks, or be a number",
    reading(area, (body) => {
      const { amount } = body;
      const spelt = typeof amount === "number" || typeof amount === "string" ? Number(amount) : Number.NaN;
      if (Number.isFinite(spelt) && String(amount).trim() !== "") body["amount"] = String(Math.round(spelt));
    }),
  ),
  variant(
    "remittances-wait-first",
    "remittance-initial-status",
    "A new remittance is pending",
    recording(area, () => ({ status: "pending" })),
  ),
  variant(
    "remittances-move-with-every-look",
    ["remittance-states", "remittance-transitions"],
    "A remittance has another status each time it is read",
    (parts) => {
      let looks = 0;
      return answering(["createRemittance", "retrieveRemittance"], 200, (body) => {
        looks += 1;
        body["status"] = STATUSES[looks % STATUSES.length];
      })(parts);
    },
  ),
  variant(
    "metadata-of-remittances-dropped",
    "remittance-metadata-shown",
    "Metadata of remittances are not kept",
    recording(area, () => ({ metadata: {} })),
  ),
  variant(
    "metadata-of-remittances-shown",
    "remittance-metadata-shown",
    "Remittances show their metadata",
    answering(["createRemittance", "retrieveRemittance"], 200, (body) => {
      body["metadata"] = { order: "42" };
    }),
  ),
  variant(
    "oldest-first",
    "remittance-list-order",
    "The list begins with the oldest remittance",
    list(({ select }) => ({ select: (context) => [...select(context)].reverse() })),
  ),
  variant(
    "list-by-id",
    "remittance-list-order",
    "The list is sorted by id",
    list(({ select }) => ({
      select: (context) => [...select(context)].sort((a, b) => (a.id < b.id ? -1 : 1)),
    })),
  ),
  wireVariant(
    "page-arguments-clamped",
    "remittance-page-arguments",
    "Limits and pages are moved to the nearest permitted value",
    (handler) => (request) => {
      const url = new URL(request.url);
      if (request.method !== "GET" || url.pathname !== "/v1/remittance") return handler(request);
      clamp(url, "limit", 100);
      clamp(url, "page", 1_000_000);
      return handler(new Request(url, { headers: request.headers }));
    },
  ),
  variant(
    "page-beyond-end-not-found",
    "remittance-page-beyond-end",
    "A page beyond the end is answered 404",
    finishing("listRemittances", (answer) => {
      const { data, meta } = isObject(answer.body) ? answer.body : {};
      const beyond = Array.isArray(data) && data.length === 0 && isObject(meta) && Number(meta["page"]) > 1;
      return beyond ? { ...answer, ...message(404, "page not found") } : answer;
    }),
  ),
  variant(
    "page-beyond-end-is-the-last",
    "remittance-page-beyond-end",
    "A page beyond the end shows the last one",
    list(({ slice }) => ({
      slice: (all, page, limit) =>
        slice(all, Math.min(page, Math.max(1, Math.ceil(all.length / limit))), limit),
    })),
  ),
  {
    ...variant(
      "second-page-unless-told",
      "remittance-page-default",
      "A list without a page is the second one",
      list(() => ({ firstPage: 2 })),
    ),
    // Where what is beyond the last page is not found, a short list could not be read.
    alone: true,
  },
  variant(
    "empty-list-has-a-page",
    "remittance-pages-when-empty",
    "An empty list has one page",
    list(({ meta }) => ({
      meta: { ...meta, pages: ({ total, limit }) => Math.max(1, Math.ceil(total / limit)) },
    })),
  ),
];
