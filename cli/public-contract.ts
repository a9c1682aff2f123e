import { publicContractText } from "../spec/index.ts";

/** Hosts of the emulator in the public contract. */
const PAYMENT = "http://127.0.0.1:4010";
const CHECKOUT = "http://127.0.0.1:4011";

/** The public contract as JSON, with the servers at these addresses. */
export function publicContractAt({
  paymentUrl,
  checkoutUrl,
}: {
  readonly paymentUrl: string;
  readonly checkoutUrl: string;
}): string {
  return publicContractText()
    .replaceAll(JSON.stringify(PAYMENT), JSON.stringify(paymentUrl))
    .replaceAll(JSON.stringify(CHECKOUT), JSON.stringify(checkoutUrl));
}
