import type { CreateParts, RetrieveParts } from "../../emulator/areas/common/deciders.ts";
import type { Context } from "../../emulator/kernel/types.ts";
import type { FieldSpec, Rule } from "../../emulator/kernel/validate.ts";
import { type RuleId, ruleIdOf } from "../../spec/index.ts";
import type { Parts } from "../../emulator/index.ts";
import { forgetting, type Use } from "../faults/forgetting.ts";
import { entry, type Mutant, part, type PartChange, type Replace } from "../mutant.ts";
import { type Body, isObject } from "./answers.ts";

/** The areas of the emulator that create and retrieve objects. */
export type Area = "paymentIntents" | "checkoutSessions" | "disbursements" | "remittances";

/** Changes one area's creation. */
export const creating = (
  area: Area,
  change: <R>(create: CreateParts<R>) => Partial<CreateParts<R>>,
): Replace => part([area, "create"], change as PartChange<unknown>);

/** Changes one area's retrieval. */
export const retrieving = (
  area: Area,
  change: <R>(retrieve: RetrieveParts<R>) => Partial<RetrieveParts<R>>,
): Replace => part([area, "retrieve"], change as PartChange<unknown>);

/** The record that an area stores for a new object. */
export type Stored<A extends Area> = ReturnType<Parts[A]["create"]["record"]>;

/** Changes the record of each new object. `body` is the request's. */
export const recording = <A extends Area>(
  area: A,
  change: (record: Stored<A>, body: Body) => Partial<Stored<A>>,
): Replace =>
  creating(area, (create) => ({
    record: (context) => {
      const record = create.record(context);
      return { ...record, ...change(record as Stored<A>, context.command.body as Body) };
    },
  }));

/** Changes the result of each retrieval that finds an object. */
export const finding = <A extends Area>(
  area: A,
  change: (found: Stored<A>) => Stored<A> | undefined,
): Replace =>
  retrieving(area, <R>({ find }: RetrieveParts<R>) => ({
    find: (context) => {
      const found = find(context);
      return found === undefined ? undefined : (change(found as Stored<A>) as R | undefined);
    },
  }));

/** What the operations of an area are named after: "createSession", "retrieveSession". */
const OBJECTS: Readonly<Record<Area, string>> = {
  paymentIntents: "PaymentIntent",
  checkoutSessions: "Session",
  disbursements: "Disbursement",
  remittances: "Remittance",
};

/** Answers a creation like a concurrent one of the same account. */
export const sharingCreations = (operation: string): Replace =>
  entry("answers", operation, (usual) => {
    const waiting = new Map<string | undefined, Awaited<ReturnType<typeof usual>>>();
    return async (answer, context) => {
      const made = await usual(answer, context);
      const account = context.caller?.accountId;
      if (made.status >= 300) return made;
      const earlier = waiting.get(account);
      if (earlier !== undefined) return earlier;
      waiting.set(account, made);
      await new Promise((resolve) => setTimeout(resolve, 1));
      waiting.delete(account);
      return made;
    };
  });

/**
 * Mutants of an area that loses objects: its retrieval finds only the newest object, or only the newest ten, or its creation creates one
 * object for two requests.
 */
export function forgettingMutants(area: Area, word: string, violates: RuleId): readonly Mutant[] {
  const ids = ruleIdOf(`${violates.split("/")[0] ?? ""}/ids-are-never-reused`);
  const use: Use = {
    creator: `create${OBJECTS[area]}`,
    user: `retrieve${OBJECTS[area]}`,
    relation: "named in the path",
  };
  return [
    {
      id: `${word}-shared-by-two-at-once`,
      violates: [violates, ids],
      summary: `Two simultaneous creations return one ${word}.`,
      replace: sharingCreations(`create${OBJECTS[area]}`),
    },
    {
      id: `${word}-forgotten-after-the-next`,
      violates: [violates],
      summary: `Only the newest ${word} is retrieved.`,
      wrap: forgetting(use, 1),
    },
    {
      id: `${word}-forgotten-after-ten`,
      violates: [violates],
      summary: `Only the ten newest are retrieved (${word}).`,
      wrap: forgetting(use, 10),
    },
  ];
}

/** Changes the bodies that an area reads. `change` receives the account of the key. */
export function reading(area: Area, change: (body: Body, accountId: string) => void): Replace {
  const read = <C extends Pick<Context, "command">>(context: C): C => {
    if (!isObject(context.command.body)) return context;
    const body = structuredClone(context.command.body);
    change(body, context.command.caller.accountId);
    return { ...context, command: { ...context.command, body } };
  };
  return creating(area, ({ guards, record }) => ({
    guards: guards.map((guard) => ({ ...guard, refuse: (input) => guard.refuse(read(input)) })),
    record: (context) => record(read(context)),
  }));
}

/** Changes the validation of one parameter. */
export const fielding = (
  area: Area,
  path: string,
  change: (rules: readonly Rule[]) => readonly Rule[],
): Replace =>
  creating(area, ({ fields }) => ({
    fields: fields.map((spec): FieldSpec =>
      spec.field === path ? { ...spec, rules: change(spec.rules) } : spec,
    ),
  }));
