import type { Profile } from "./types.ts";
import { UsageError } from "./usage-error.ts";

/**
 * Refuses URLs with user names, passwords or queries: these would appear in every report.
 * @throws UsageError that names the setting, never the URL
 */
export function requirePlainUrls(profile: Profile): void {
  const urls: readonly (readonly [string, string | undefined])[] = [
    ["the target's URL", profile.target.baseUrl],
    ["the checkout host's URL", profile.target.checkoutUrl],
    ["the control URL", profile.target.controlUrl],
    ["the proxy's URL", profile.network.proxy?.url],
  ];
  for (const [what, text] of urls) {
    if (text === undefined || !URL.canParse(text)) continue;
    const { username, password, search, hash } = new URL(text);
    if (username + password !== "") {
      throw new UsageError(
        `${what} contains a user name or a password; set them as a secret header in the profile`,
      );
    }
    if (search + hash !== "")
      throw new UsageError(`${what} contains a query or a fragment; only a path may follow the host`);
  }
}
