import { guard } from "../../kernel/guards.ts";
import { coded, json } from "../../kernel/answers.ts";
import { isoUtc } from "../../kernel/clock.ts";
import { keyOf } from "../../kernel/idempotency.ts";
import { put } from "../../kernel/table.ts";
import type { Decision } from "../../kernel/types.ts";
import { isDown } from "../common/outages.ts";
import { present } from "../common/deciders.ts";
import { outageGuard, rejectedGuard } from "./guard.ts";
import { inPath, inReach, reached, targetGuard } from "./named-vendor.ts";
import type { ConnectGuard, ConnectInput, OnboardingParts, ComplianceParts } from "./parts.ts";
import { type OnboardingSession, onboardingSessions } from "./records.ts";
import { countryOf } from "./settings.ts";

/** The countries of the reference data: ISO 3166-1 alpha-2. */
const knownCountries: readonly string[] = (
  "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD " +
  "CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE " +
  "GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI " +
  "KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX " +
  "MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD " +
  "SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ " +
  "VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW"
).split(" ");

/** The countries of CEMAC: they have operators and compliance schedules (§1). */
export const servedCountries: readonly string[] = ["CF", "CG", "CM", "GA", "GQ", "TD"];

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

/** Compliance as documented: a vendor may have no file, and without a policy nothing is allowed (§2.10). */
export const createComplianceParts = (): ComplianceParts => ({
  guards: [targetGuard("retrieveAccountCompliance"), outageGuard("retrieveAccountCompliance")],
  act: (input) => ({
    answer: json(200, present(input.parts.compliance.presenter, reached(input.state, inPath(input)))),
  }),
  presenter: {
    object: () => "connect_compliance",
    account: (vendor) => vendor.id,
    verification_status: (vendor) => vendor.fileStatus,
    capabilities_enabled: (vendor) => vendor.policy !== null,
    allowed_operations: (vendor) => vendor.policy ?? [],
  },
});
