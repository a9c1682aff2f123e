import * as fc from "fast-check";
import { type Classified, classified } from "../classified.ts";

/** A mobile-money destination as the disbursement and remittance routes take it (§4.3). */
export interface MomoPaymentMethod {
  readonly type: "momo";
  readonly momo: { readonly msisdn: string; readonly country: string; readonly operator_name: string };
}

/** A country with an operator that serves it. */
export interface MomoNetwork {
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country: string;
  readonly operator: string;
  /** Country code and network digits that a number of this operator begins with. */
  readonly dial: string;
  /** How many digits follow `dial`. */
  readonly digits: number;
}

/** The networks that exist among the countries and operators of §4.3. */
export const NETWORKS: readonly MomoNetwork[] = [
  { country: "CG", operator: "mtn", dial: "24206", digits: 7 },
  { country: "CG", operator: "airtel", dial: "24205", digits: 7 },
  { country: "CM", operator: "mtn", dial: "23767", digits: 7 },
];

/** Phone numbers of a network: country code and number, digits alone. Shrinks towards zeros. */
export function msisdns(network: MomoNetwork): fc.Arbitrary<string> {
  return fc
    .integer({ min: 0, max: 10 ** network.digits - 1 })
    .map((number) => network.dial + String(number).padStart(network.digits, "0"));
}

/** Mobile-money destinations whose number, country and operator belong together. */
export function paymentMethods(networks: readonly MomoNetwork[] = NETWORKS): Classified<MomoPaymentMethod> {
  const values = fc.constantFrom(...networks).chain((network) =>
    msisdns(network).map((msisdn): MomoPaymentMethod => ({
      type: "momo",
      momo: { msisdn, country: network.country, operator_name: network.operator },
    })),
  );
  const countries = [...new Set(networks.map((network) => network.country))];
  const operators = [...new Set(networks.map((network) => network.operator))];
  return classified(values, {
    ...Object.fromEntries(
      countries.map((country) => [
        `country ${country}`,
        (value: MomoPaymentMethod) => value.momo.country === country,
      ]),
    ),
    ...Object.fromEntries(
      operators.map((name) => [
        `operator ${name}`,
        (value: MomoPaymentMethod) => value.momo.operator_name === name,
      ]),
    ),
  });
}
