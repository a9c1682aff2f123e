import { createRequire } from "node:module";

const { version } = createRequire(import.meta.url)("payconform/package.json") as { version: string };

/** How deliveries of webhooks identify themselves. */
export const USER_AGENT = `payconform-emulator/${version}`;
