import { json } from "../../kernel/answers.ts";
import { firstRefusal, type Guard, guard } from "../../kernel/guards.ts";
import type { Context, Decide, Decision, Effects } from "../../kernel/types.ts";
import type { FieldSpec } from "../../kernel/validate.ts";
import { type Presenter, present } from "./present.ts";
import { refuseBody } from "./validation.ts";

/** The replaceable parts of an operation that creates an object. */
export interface CreateParts<R> {
  /** The fields of the body. */
  fields: readonly FieldSpec[];
  /** The status of a validation refusal (§7.1). */
  invalidStatus: number;
  /** The reasons to refuse, in order of precedence. */
  guards: readonly Guard<CreateInput<R>>[];
  /** The new object. */
  record: (context: Context) => R;
  /** The effects of the creation, including the write of the record. */
  effects: (record: R, context: Context) => Effects;
  /** The status of success. */
  status: number;
  presenter: Presenter<R>;
}

/** The input of a creation's guards: the request and the parts in force. */
export interface CreateInput<R> extends Context {
  parts: CreateParts<R>;
}

/** Refuses a body that breaks the rules of its fields. */
export const validationGuard = <R>(): Guard<CreateInput<R>> =>
  guard("validation", ({ command, parts }) => refuseBody(command.body, parts));

/** Decides an operation that creates an object. */
export function deciderOfCreation<R>(parts: CreateParts<R>): Decide {
  return (context): Decision => {
    const refusal = firstRefusal(parts.guards, { ...context, parts });
    if (refusal !== undefined) return refusal;
    const record = parts.record(context);
    const answer = json(parts.status, present(parts.presenter, record));
    return { ...parts.effects(record, context), answer };
  };
}
