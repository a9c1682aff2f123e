import { browserOf } from "../browser.ts";
import type { Bench, Reply } from "../client.ts";

/** A browser on the pages of the checkout host. */
export const visitorOf = (bench: Bench) => browserOf(bench.emulator.checkoutFetch);

/** What a payer enters. */
export const payer = { operator: "mtn", phone: "06 612 34 56" };

/** The address of a page in an answer. */
export const pageIn = (reply: Reply): string => String(reply.json["url"]);
