import { json } from "../../kernel/answers.ts";
import { firstRefusal, type Guard, guard } from "../../kernel/guards.ts";
import type { Context, Decide, Decision, Effects } from "../../kernel/types.ts";
import type { FieldSpec } from "../../kernel/validate.ts";
import { type Presenter, present } from "./present.ts";
import { refuseBody } from "./validation.ts";

/** The replaceable parts of an operation that makes one object. */
export interface CreateParts<R> {
  /** What the body must look like. */
  fields: readonly FieldSpec[];
  /** The status of a validation refusal (§7.1). */
  invalidStatus: number;
  /** The reasons to refuse, in their order. */
  guards: readonly Guard<CreateInput<R>>[];
  /** The new object. */
  record: (context: Context) => R;
  /** What making it changes, the stored record included. */
  effects: (record: R, context: Context) => Effects;
  /** The status of success. */
  status: number;
  presenter: Presenter<R>;
}

/** What a creation's guards look at: the request and the parts in force. */
export interface CreateInput<R> extends Context {
  parts: CreateParts<R>;
}

/** Refuses a body that its fields do not allow. */
export const validationGuard = <R>(): Guard<CreateInput<R>> =>
  guard("validation", ({ command, parts }) => refuseBody(command.body, parts));

/** The decision of an operation that makes one object. */
export function deciderOfCreation<R>(parts: CreateParts<R>): Decide {
  return (context): Decision => {
    const refusal = firstRefusal(parts.guards, { ...context, parts });
    if (refusal !== undefined) return refusal;
    const record = parts.record(context);
    const answer = json(parts.status, present(parts.presenter, record));
    return { ...parts.effects(record, context), answer };
  };
}
