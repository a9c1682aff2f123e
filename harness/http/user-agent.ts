import { createRequire } from "node:module";

const { version } = createRequire(import.meta.url)("payconform/package.json") as { version: string };

/** How every request of the suite identifies itself: firewalls refuse requests that do not. A `User-Agent` of the profile replaces it. */
export const USER_AGENT = `payconform/${version}`;
