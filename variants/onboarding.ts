import { inPath } from "../emulator/areas/connect/named-vendor.ts";
import { vendors } from "../emulator/areas/connect/vendor.ts";
import { coded, only } from "../emulator/kernel/answers.ts";
import { alsoRefusing, connectPart, readingAs } from "../mutants/connect/parts.ts";
import type { Variant } from "./variant.ts";
import { named } from "../mutants/mutant.ts";
import { bindingPort, movedPath } from "./parts.ts";

/** Other choices at the open points in `spec/areas/onboarding.yaml`. */
export const variants = named<Variant>({
  "no-links-for-the-approved": {
    openPoints: ["onboarding-approved"],
    what: "An approved vendor gets no onboarding link",
    replace: alsoRefusing("onboarding", (input) =>
      input.state.get(vendors, inPath(input) ?? "")?.fileStatus === "approved"
        ? only(coded(409, "connect.already_onboarded", "The vendor is approved"))
        : undefined,
    ),
  },
  "two-countries-onboarded": {
    openPoints: ["onboarding-countries"],
    what: "Compliance schedules exist only for CG and CM",
    replace: connectPart("onboarding", () => ({ scheduled: ["CG", "CM"] })),
  },
  "links-resume-without-a-key": {
    openPoints: ["onboarding-key"],
    what: "A link without a key resumes the session in progress",
    replace: readingAs("onboarding", (input) => {
      const { headers } = input.command;
      return (headers["idempotency-key"] ?? "") !== ""
        ? input
        : {
            ...input,
            command: { ...input.command, headers: { ...headers, "idempotency-key": "no key" } },
          };
    }),
  },
  "links-have-another-payload": {
    openPoints: ["onboarding-link-fields"],
    what: "Onboarding links have another route, and their URL has another name",
    alone: true,
    replace: connectPart("onboarding", ({ presenter }) => ({
      presenter: {
        session: (session) => presenter["id"]?.(session),
        go_to: (session) => presenter["url"]?.(session),
      },
    })),
    wrap: movedPath(/^\/v1\/connect\/papers\/([^/]+)$/, "/v1/connect/accounts/$1/onboarding_links"),
    describe: (usual) => {
      const description = bindingPort("createOnboardingLink", "/v1/connect/papers/{acct}")(usual);
      const binding = description.ports["createOnboardingLink"];
      if (binding === undefined) return description;
      const outputs = { sessionId: "/session", url: "/go_to" };
      return {
        ...description,
        ports: { ...description.ports, createOnboardingLink: { ...binding, outputs } },
      };
    },
  },
});
