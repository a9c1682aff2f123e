import { agreesWithRequest } from "./answers.ts";
import { attachedIsListed, triggersOfAttached } from "./attachments.ts";
import { ownBelongingsOnly } from "./belongings.ts";
import { refusedForItsCause, refusedForTheFieldNamed, validKeysAlways } from "./causes.ts";
import { subscribedNames } from "./endpoints.ts";
import { accountOfTheEvent, causedEvents } from "./events.ts";
import { invalidNeverAccepted } from "./invalid-requests.ts";
import { clockLists, remittanceLists, vendorLists } from "./lists.ts";
import { balancesAddUp, fundsAsRead, reversalTotals } from "./money.ts";
import { changedByRequest, newIds, oneTimeline, ownersOnly, sameEverywhere } from "./objects.ts";
import { netOfTheFee } from "./net-of-fee.ts";
import { equalIds, oneOccurrence, refundedFees, refusedReversals } from "./occurrences.ts";
import { reachedByTheOwner, validKeysOnly } from "./reach.ts";
import { acceptedAgain } from "./repetitions.ts";
import { createdAsRequested } from "./requests.ts";
import { completedForever, oneEffectOfAKey, oneTargetRefusal } from "./refusals.ts";
import type { TraceContext, TraceRule } from "./rule.ts";
import { windowsMoveWithTime } from "./windows.ts";

/** All trace rules. */
const RULES: readonly ((context: TraceContext) => TraceRule)[] = [
  sameEverywhere,
  newIds,
  createdAsRequested,
  agreesWithRequest,
  ownBelongingsOnly,
  ownersOnly,
  changedByRequest,
  oneTimeline,
  oneEffectOfAKey,
  reversalTotals,
  balancesAddUp,
  fundsAsRead,
  remittanceLists,
  vendorLists,
  clockLists,
  oneTargetRefusal,
  completedForever,
  triggersOfAttached,
  attachedIsListed,
  causedEvents,
  accountOfTheEvent,
  subscribedNames,
  oneOccurrence,
  equalIds,
  refundedFees,
  refusedReversals,
  reachedByTheOwner,
  validKeysOnly,
  netOfTheFee,
  invalidNeverAccepted,
  windowsMoveWithTime,
  refusedForItsCause,
  refusedForTheFieldNamed,
  acceptedAgain,
  validKeysAlways,
];

export const judgedRules = (context: TraceContext): readonly TraceRule[] =>
  RULES.map((rule) => rule(context));
