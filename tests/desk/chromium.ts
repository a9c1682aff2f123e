import axe from "axe-core";
import { type Browser, chromium, type Page } from "playwright-core";

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

/** What axe calls serious or critical, and whether the page is wider than its window. */
export async function faultsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const found = await page.evaluate<{
    violations: { id: string; impact: string; nodes: { html: string }[] }[];
  }>("axe.run()");
  const isWide = await page.evaluate<boolean>("document.documentElement.scrollWidth > innerWidth");
  return [
    ...found.violations
      .filter(({ impact }) => ["serious", "critical"].includes(impact))
      .map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ""}`),
    ...(isWide ? ["wider than the window"] : []),
  ];
}
