import { type Browser, chromium } from "playwright-core";

/** Debian's. */
const EXECUTABLE = "/usr/bin/chromium";

/** A headless Chromium. `names` are resolved to the loopback interface, whatever the machine says of them. */
export function startChromium(options: { names?: readonly string[] } = {}): Promise<Browser> {
  const rules = (options.names ?? []).map((name) => `MAP ${name} 127.0.0.1`);
  return chromium.launch({
    executablePath: EXECUTABLE,
    // Chromium refuses to run as root in its sandbox, and containers of CI are root.
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      "--disable-background-networking",
      "--disable-component-update",
      // Its own guard of the local network would hide what the emulator does without it.
      "--disable-features=LocalNetworkAccessChecks",
      ...(rules.length === 0 ? [] : [`--host-resolver-rules=${rules.join(", ")}`]),
    ],
  });
}
