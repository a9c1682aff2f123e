/** What every check uses of the harness. */
export { type Check, type Eventually, rule, type RuleCheck, type RuleOptions } from "../harness/check.ts";
export { Inconclusive, NeedMissing, NothingToJudge, TransportFault, Violation } from "../harness/verdicts.ts";
export { numberOf, textOf } from "../harness/reported.ts";
export type { Api, Merchant, SuccessBody } from "../harness/api.ts";
export type { ReceivedEvent } from "../harness/event.ts";
export type { Answer } from "../harness/http/answer.ts";
export type { RequestParts } from "../harness/http/client.ts";
export type { Inbox } from "../harness/inbox/inbox.ts";
export type { PortAnswer } from "../harness/ports.ts";
export type { Profile } from "../harness/profile/types.ts";
export type { RuleId } from "../spec/generated/rule-ids.ts";
