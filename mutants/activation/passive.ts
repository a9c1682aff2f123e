import { named } from "../named.ts";
import { showing } from "./parts.ts";

/** Mutants that break a passive rule in some answers only. */
export const mutants = named({
  "activation-platform-in-uppercase": {
    violates: ["activation/mode-documented"],
    summary: "The mode of a platform is in uppercase.",
    replace: showing({
      connect_mode: ({ connectMode }) => (connectMode === "platform" ? "PLATFORM" : connectMode),
    }),
  },
  "activation-of-dormant-in-an-object": {
    violates: ["activation/connect-mode"],
    summary: "The mode is false when Connect was not activated.",
    replace: showing({ connect_mode: ({ connectMode }) => connectMode ?? false }),
  },
});
