import type { Variant } from "../mutant.ts";
import { type Named, named } from "../named.ts";
import { type Body, isObject } from "../shared/answers.ts";
import { everywhere, rewriting } from "./parts/answers.ts";

const UTC_TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

const PAYOUTS: readonly unknown[] = ["disbursement", "remittance"];

/** Writes timestamps in UTC in another ISO 8601 format. */
function otherFormat(how: string, write: (text: string) => string): Named<Variant>[string] {
  return {
    openPoints: ["timestamp-forms", "overview-instant-form"],
    what: `Timestamps are ${how}`,
    wrap: (handler) => async (request) =>
      new URL(request.url).pathname.startsWith("/v1/")
        ? rewriting(handler, (body) =>
            everywhere(body, (value) =>
              typeof value === "string" && UTC_TIMESTAMP.test(value) ? write(value) : value,
            ),
          )(request)
        : handler(request),
  };
}

const timeIn = (text: string): string => text.slice(10).replace(/\.\d+/, "");

const DAY = 86_400_000;

function dayOfYear(text: string): number {
  return 1 + (Date.parse(text.slice(0, 10)) - Date.parse(`${text.slice(0, 4)}-01-01`)) / DAY;
}

/** The ISO week and weekday of a date. */
function weekOf(text: string): string {
  const day = Date.parse(text.slice(0, 10));
  const weekday = (new Date(day).getUTCDay() + 6) % 7;
  const thursday = new Date(day + (3 - weekday) * DAY).toISOString();
  const week = Math.ceil(dayOfYear(thursday) / 7);
  return `${thursday.slice(0, 4)}-W${String(week).padStart(2, "0")}-${weekday + 1}`;
}

/** Removes time zones, except from the two timestamps that payouts promise with an offset. */
function bare(object: Body): Body {
  const promised = PAYOUTS.includes(object["object"]) ? ["createdAt", "updatedAt"] : [];
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) =>
      typeof value === "string" && UTC_TIMESTAMP.test(value) && !promised.includes(name)
        ? [name, value.slice(0, -1).replace(/(T\d\d:\d\d):00(\.0+)?$/, "$1")]
        : [name, value],
    ),
  );
}

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)$/;

/** Other choices at the open points in `spec/areas/conventions.yaml`: the forms of timestamps. */
export const variants = named<Variant>({
  "timestamps-to-the-second": {
    openPoints: ["timestamp-forms"],
    what: "Timestamps have no fraction of a second",
    wrap: (handler) =>
      rewriting(handler, (body) =>
        everywhere(body, (value) =>
          typeof value === "string" && TIMESTAMP.test(value) ? value.replace(/\.\d+/, "") : value,
        ),
      ),
  },
  "timestamps-with-offset": {
    openPoints: ["timestamp-forms"],
    what: "Timestamps have six fractional digits and a numeric offset",
    wrap: (handler) =>
      rewriting(handler, (body) =>
        everywhere(body, (value) =>
          typeof value === "string" && TIMESTAMP.test(value)
            ? value.replace(
                /(?:\.(\d+))?(?:Z|\+00:00)$/,
                (_ending, digits: string = "") => `.${digits.padEnd(6, "0")}+00:00`,
              )
            : value,
        ),
      ),
  },
  "timestamps-in-basic-format": otherFormat("in basic format", (text) => text.replace(/[-:]/g, "")),
  "timestamps-of-the-year": otherFormat(
    "ordinal dates, without a fraction of a second",
    (text) => `${text.slice(0, 4)}-${String(dayOfYear(text)).padStart(3, "0")}${timeIn(text)}`,
  ),
  "timestamps-of-the-week": otherFormat(
    "dates of a week, without a fraction of a second",
    (text) => `${weekOf(text)}${timeIn(text)}`,
  ),
  "timestamps-without-zone": {
    openPoints: ["timestamp-forms"],
    what: "Timestamps have no zone unless the document promises one, and no seconds if these are zero",
    wrap: (handler) => async (request) =>
      new URL(request.url).pathname.startsWith("/v1/")
        ? rewriting(handler, (body) => everywhere(body, (value) => (isObject(value) ? bare(value) : value)))(
            request,
          )
        : handler(request),
  },
});
