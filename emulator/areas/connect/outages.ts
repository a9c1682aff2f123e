import { coded } from "../../kernel/answers.ts";
import type { Answer } from "../../kernel/request.ts";
import type { Service } from "../common/outages.ts";

/** A service that an operation needs, and the answer during its outage (§7.7). */
export interface Dependence {
  readonly service: Service;
  readonly refuse: () => Answer;
}

/** The services that each operation needs, in the order in which it needs them. */
export type OutageParts = Record<string, readonly Dependence[]>;

const pricing: Dependence = {
  service: "pricing",
  refuse: () => coded(503, "E_CONNECT_PRICING_UNAVAILABLE", "The commission grid cannot be resolved"),
};
const delay: Dependence = {
  service: "availability-delay",
  refuse: () =>
    coded(503, "E_CONNECT_AVAILABILITY_DELAY_UNSET", "No availability delay is configured; contact support"),
};
const sso: Dependence = {
  service: "sso",
  refuse: () => coded(503, "E_SSO_UNAVAILABLE", "The identity service is unavailable"),
};
const upstream: Dependence = {
  service: "upstream",
  refuse: () => coded(503, "E_SERVICE_UNAVAILABLE", "An upstream service is unavailable"),
};
const identity: Dependence = {
  service: "identity",
  refuse: () => coded(503, "E_IDENTITY_UNAVAILABLE", "The verification service is unavailable"),
};

/** The services that operations need, and the answers during their outages. */
export const createOutageParts = (): OutageParts => ({
  createAllocation: [pricing, delay, upstream],
  createDirectCharge: [pricing, delay, upstream],
  createAccount: [sso, upstream],
  createOnboardingLink: [sso],
  createWithdrawal: [upstream],
  retrieveAccountCompliance: [identity],
});
