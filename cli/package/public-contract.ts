import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { publicContractText } from "../../spec/index.ts";
import { packageRoot } from "./own-package.ts";

/** Hosts of the emulator in the public contract. */
const PAYMENT = "http://127.0.0.1:4010";
const CHECKOUT = "http://127.0.0.1:4011";

interface Hosts {
  readonly paymentUrl: string;
  readonly checkoutUrl: string;
}

const withHosts = (text: string, { paymentUrl, checkoutUrl }: Hosts): string =>
  text
    .replaceAll(JSON.stringify(PAYMENT), JSON.stringify(paymentUrl))
    .replaceAll(JSON.stringify(CHECKOUT), JSON.stringify(checkoutUrl));

/** The public contract as JSON, with the servers at these addresses. */
export function publicContractAt(hosts: Hosts): string {
  return withHosts(publicContractText(), hosts);
}

/** The paths of the rendered reference: in the package, and as `npm run docs` writes it. */
const REFERENCES = ["dist/reference.html", "docs/reference/index.html"];

/** The public contract as a page, with the servers at these addresses; undefined if it was not built. */
export function referenceAt(hosts: Hosts): string | undefined {
  const file = REFERENCES.map((name) => join(packageRoot, name)).find((path) => existsSync(path));
  return file === undefined ? undefined : withHosts(readFileSync(file, "utf8"), hosts);
}
