import { inOrder, part, type PartChange, type Replace } from "../mutant.ts";
import { type Customer, customers } from "../../emulator/areas/customers/record.ts";
import { type Subscription, subscriptions } from "../../emulator/areas/billing/records.ts";
import type { ClockInput } from "../../emulator/areas/test-clocks/guards.ts";
import { type TestClock, testClocks } from "../../emulator/areas/test-clocks/record.ts";
import type { Parts } from "../../emulator/index.ts";
import type { Guard } from "../../emulator/kernel/guards.ts";
import type { State } from "../../emulator/kernel/state.ts";
import type { Context, Decision } from "../../emulator/kernel/types.ts";
import type { FieldSpec, Rule } from "../../emulator/kernel/validate.ts";
import { type FieldFaults, fieldFaults } from "../faults/fields.ts";
import { type Body, isObject } from "./answers.ts";

type Clocks = Parts["testClocks"];
export type Route = keyof Clocks["routes"];

/** Changes parts of test clocks. */
export const clocks = (change: PartChange<Clocks>): Replace => part(["testClocks"], change);

/** Changes one route. */
export const routing = (route: Route, change: PartChange<Clocks["routes"][Route]>): Replace =>
  part(["testClocks", "routes", route], change);

/** Removes guards from a route. */
export const unguarded = (route: Route, ...names: readonly string[]): Replace =>
  routing(route, ({ guards }) => ({ guards: guards.filter(({ name }) => !names.includes(name)) }));

/** Adds a guard to a route: before all others, or instead of the one with its name. */
export const guarding = (
  route: Route,
  refuse: (input: ClockInput) => Decision | undefined,
  instead?: string,
): Replace =>
  routing(route, ({ guards }) => {
    const guard: Guard<ClockInput> = { name: "mutant", refuse };
    return {
      guards:
        instead === undefined
          ? [guard, ...guards]
          : guards.map((usual) => (usual.name === instead ? guard : usual)),
    };
  });

/** Changes the body before a route reads it. */
export const misreading = (route: Route, change: (body: Body) => void): Replace =>
  guarding(route, ({ command }) => {
    if (isObject(command.body)) change(command.body);
    return undefined;
  });

/** Mutants of the fields that a route reads in its request. */
export const readFaults = (route: Route): FieldFaults<Body> =>
  fieldFaults<Body>({
    name: `clock ${route} read`,
    of: `what the route ${route} of clocks reads`,
    rules: "test-clocks/",
    change: (field, value) =>
      misreading(route, (body) => {
        const read = value(body[field], body);
        if (read === undefined) delete body[field];
        else body[field] = read;
      }),
  });

/** Changes the validation of one parameter of a route. */
export const fielding = (
  route: Route,
  field: string,
  change: (rules: readonly Rule[]) => readonly Rule[],
): Replace =>
  routing(route, ({ fields }) => ({
    fields: fields.map((spec): FieldSpec =>
      spec.field === field ? { ...spec, rules: change(spec.rules) } : spec,
    ),
  }));

/** Gives parts access to the current request. */
export const remembering =
  (change: (served: () => Context | undefined) => Replace): Replace =>
  (parts) => {
    let served: Context | undefined;
    const observing = (Object.keys(parts.testClocks.routes) as Route[]).map((route) =>
      guarding(route, (input) => {
        served = input;
        return undefined;
      }),
    );
    return inOrder(
      ...observing,
      change(() => served),
    )(parts);
  };

export type Named = "clock" | "subscription" | "customer";

/** Ignores characters after an id in one operation. */
export const findingByLongerIds = (what: Named, operationId: string): Replace =>
  part(["testClocks", "lookups"], (lookups) => {
    const shortened = (id: unknown): unknown => (typeof id === "string" ? id.replace(/x$/, "") : id);
    const shortenedIn = (context: Context): Context => {
      const { command } = context;
      const { params, body } = command;
      const name = `${what}Id`;
      return what === "clock"
        ? { ...context, command: { ...command, params: { ...params, id: String(shortened(params["id"])) } } }
        : {
            ...context,
            command: { ...command, body: isObject(body) ? { ...body, [name]: shortened(body[name]) } : body },
          };
    };
    const lookup = lookups[what];
    return {
      [what]: (context: Context) =>
        lookup(context) ??
        (context.command.operationId === operationId ? lookup(shortenedIn(context)) : undefined),
    };
  });

/** Finds the ids of every account in one operation. */
export const findingAll = (what: Named, operationId: string): Replace =>
  part(["testClocks", "lookups"], (lookups) => {
    const named = ({ command }: Context, field: string): string =>
      isObject(command.body) && typeof command.body[field] === "string" ? command.body[field] : "";
    const everybodys = {
      clock: (context: Context): TestClock | undefined =>
        context.state.get(testClocks, context.command.params["id"] ?? ""),
      subscription: (context: Context): Subscription | undefined =>
        context.state.get(subscriptions, named(context, "subscriptionId")),
      customer: (context: Context): Customer | undefined =>
        context.state.get(customers, named(context, "customerId")),
    };
    return {
      [what]: (context: Context) =>
        context.command.operationId === operationId ? everybodys[what](context) : lookups[what](context),
    };
  });

/** The time of a subscription's clock, epoch ms; null without a clock. */
export const standOf = (state: State, subscription: Subscription | undefined): number | null =>
  subscription?.clockId == null ? null : (state.get(testClocks, subscription.clockId)?.frozenTime ?? null);
