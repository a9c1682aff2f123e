import * as fc from "fast-check";
import { type Classified, classified } from "../classified.ts";

/**
 * Absolute https URLs for redirects (§4.2), on hosts that are reserved for examples. They are in the normal form of the URL standard, so a
 * target that normalizes them returns them unchanged.
 */
export function redirectUrls(): Classified<string> {
  const host = fc.constantFrom("example.com", "shop.example.com", "example.org", "xn--bcher-kva.example");
  const port = fc.constantFrom("", "", ":8443");
  const path = fc.array(fc.constantFrom("ok", "done", "a", "order-17", "caf%C3%A9", "~me"), { maxLength: 3 });
  const query = fc.constantFrom(
    "",
    "?order=17",
    "?a=1&b=2",
    "?q=%C3%A9t%C3%A9",
    "?to=https%3A%2F%2Fexample.com%2F",
  );
  const fragment = fc.constantFrom("", "", "#done");
  const values = fc
    .tuple(host, port, path, query, fragment)
    .map(([h, p, steps, q, f]) => `https://${h}${p}/${steps.join("/")}${q}${f}`);
  return classified(values, {
    "url with query": (url) => url.includes("?"),
    "url with port": (url) => new URL(url).port !== "",
    "url with fragment": (url) => url.includes("#"),
    "url with escapes": (url) => url.includes("%"),
    "bare url": (url) => new URL(url).pathname === "/",
  });
}
