import type { EventDraft } from "../../kernel/events.ts";
import type { Mode } from "../../kernel/request.ts";
import { type Presenter, present } from "../common/present.ts";

/** The replaceable parts of one event (§6.2). */
export interface EventParts<Facts> {
  type: string;
  /** Whether it is emitted. */
  when: (facts: Facts) => boolean;
  /** The account in the envelope. */
  account: (facts: Facts) => string;
  /** The accounts whose endpoints receive it. */
  to: (facts: Facts) => readonly string[];
  data: Presenter<Facts>;
}

/** The event, unless its parts say that there is none. */
export const announce = <Facts>(parts: EventParts<Facts>, facts: Facts, mode: Mode): EventDraft[] =>
  parts.when(facts)
    ? [
        {
          type: parts.type,
          accountId: parts.account(facts),
          mode,
          envelope: "connect",
          data: present(parts.data, facts),
          to: parts.to(facts),
        },
      ]
    : [];
