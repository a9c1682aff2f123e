import { guard } from "../../kernel/guards.ts";
import { coded, json } from "../../kernel/answers.ts";
import { isoUtc } from "../../kernel/clock.ts";
import { keyOf } from "../../kernel/idempotency.ts";
import { put } from "../../kernel/table.ts";
import type { Decision } from "../../kernel/types.ts";
import { isDown } from "../common/outages.ts";
import { present } from "../common/present.ts";
import { knownCountries, servedCountries } from "./countries.ts";
import { outageGuard, rejectedGuard } from "./guard.ts";
import { inPath, inReach, reached, targetGuard } from "./named-vendor.ts";
import type { ConnectGuard, ConnectInput, OnboardingParts } from "./parts.ts";
import { type OnboardingSession, onboardingSessions } from "./records.ts";
import { countryOf } from "./settings.ts";

/** The country that determines a vendor's compliance schedule: its own, or the marketplace's. */
const countryFor = (input: ConnectInput): string | undefined => {
  const vendor = inReach(input, "createOnboardingLink", inPath(input));
  return vendor === undefined ? undefined : (vendor.country ?? countryOf(input.state, vendor.accountId));
};

const knownGuard: ConnectGuard = guard("country-known", (input) => {
  const country = countryFor(input);
  const { known, refusals } = input.parts.onboarding;
  const down = isDown(input.state, input.command.caller.accountId, "country-referential");
  return country !== undefined && (down || !known.includes(country)) ? refusals.countryMissing() : undefined;
});

const scheduledGuard: ConnectGuard = guard("country-scheduled", (input) => {
  const country = countryFor(input);
  const { known, scheduled, refusals } = input.parts.onboarding;
  const down = isDown(input.state, input.command.caller.accountId, "compliance-schedule");
  return country !== undefined && known.includes(country) && (down || !scheduled.includes(country))
    ? refusals.unsupported()
    : undefined;
});

function open(input: ConnectInput): Decision {
  const { state, command, now, ids, parts } = input;
  const vendor = reached(state, inPath(input));
  const { onboarding } = parts;
  const key = keyOf(command);
  const resume = key === undefined ? null : JSON.stringify([vendor.id, key]);
  const known = resume === null ? undefined : onboarding.resumed(state, resume, now);
  const session: OnboardingSession = known ?? {
    id: ids.id("onb_"),
    vendor: vendor.id,
    resume,
    expiresAt: now + onboarding.duration,
    createdAt: now,
  };
  return {
    answer: json(onboarding.status, present(onboarding.presenter, session)),
    writes: known === undefined ? [put(onboardingSessions, session)] : [],
  };
}

/** Onboarding links as documented: a repeated key resumes the session in progress. */
export const createOnboardingParts = (): OnboardingParts => ({
  derived: ["country", "kycLevel"],
  known: knownCountries,
  scheduled: servedCountries,
  refusals: {
    countryMissing: () =>
      coded(502, "E_REFERENTIAL_COUNTRY_MISSING", "The vendor's country is not in the reference data"),
    unsupported: () =>
      coded(502, "E_CONNECT_ONBOARDING_UNSUPPORTED", "The vendor's country has no compliance schedule"),
  },
  resumed: (state, resume, now) =>
    state.find(onboardingSessions, "resume", resume).findLast((session) => session.expiresAt > now),
  guards: [
    targetGuard("createOnboardingLink"),
    rejectedGuard("derived", (parts) => parts.onboarding.derived),
    outageGuard("createOnboardingLink"),
    knownGuard,
    scheduledGuard,
  ],
  act: open,
  duration: 86_400_000,
  status: 201,
  presenter: {
    id: (session) => session.id,
    object: () => "connect_onboarding_link",
    account: (session) => session.vendor,
    url: (session) => `/onboarding/${session.id}`,
    expires_at: (session) => isoUtc(session.expiresAt),
    created_at: (session) => isoUtc(session.createdAt),
  },
});
