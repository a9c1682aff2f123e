/** A country with an operator that serves it. */
interface MomoNetwork {
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
