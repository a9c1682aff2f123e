import { send } from "../../emulator/http/send.ts";
import { eventTypes } from "../../emulator/index.ts";
import { messageOf } from "../../harness/plain.ts";
import { USER_AGENT } from "../../harness/http/user-agent.ts";
import { suggest } from "../../harness/profile/suggest.ts";
import { UsageError } from "../../harness/profile/usage-error.ts";
import type { ExitCode } from "../../harness/results.ts";
import { clip, oneLine } from "../../reports/text/text.ts";
import { below, type Control, controlAt, entriesOf, memberOf, type PastEvent } from "../listen/control.ts";
import { parsed } from "../../spec/json.ts";
import { print } from "../terminal/output.ts";
import { planOf } from "../trigger/plan.ts";
import { beginningOf, filled, givenBy, linesOf, type Values } from "../trigger/script.ts";
import { beginningAt } from "../trigger/beginning.ts";
import { emptyFacts, type Step, type StepRequest } from "../trigger/steps.ts";

interface TriggerArguments {
  readonly controlUrl: string;
  readonly account?: string;
  readonly subscription?: string;
  readonly vendor?: string;
  readonly list: boolean;
  readonly dryRun: boolean;
}

const MAX_CHARACTERS = 300;
/** How long events and their deliveries are waited for, ms. */
const IDLE_MS = 10_000;

/** Causes an event at a running emulator by the fewest documented requests and steps of control, and prints them as curl. */
export async function trigger(event: string | undefined, options: TriggerArguments): Promise<ExitCode> {
  if (options.list) {
    for (const type of eventTypes)
      print(`${type.padEnd(44)}${(planOf(type, emptyFacts) ?? []).map(({ what }) => what).join("; ")}`);
    return 0;
  }
  if (event === undefined) throw new UsageError("name an event; `payconform trigger --list` lists them");
  if (!eventTypes.includes(event))
    throw new UsageError(`"${event}" is not an event${suggest(event, eventTypes)} --list lists all`);
  const control = controlAt(options.controlUrl);
  const { facts, values, isKeyKnown } = await beginningAt(options, control);
  const plan = planOf(event, facts);
  if (plan === undefined)
    throw new UsageError(
      `nothing causes ${event} from here: ${facts.filter((fact) => !fact.startsWith("no ")).join(", ")}`,
    );
  for (const line of beginningOf(values, { plan, isKeyKnown })) print(line);
  if (options.dryRun) {
    for (const { what, requests } of plan) print([`# ${what}`, ...requests.flatMap(linesOf)].join("\n"));
    return 0;
  }
  const account = values["ACCOUNT"] ?? "";
  const before = (await control.lastEvent(account))?.sequence ?? 0;
  await run(plan, values);
  await control.ask("POST", below(account, "/idle"), { withinMs: IDLE_MS });
  const emitted: PastEvent[] = [];
  for await (const one of control.events(account, before)) emitted.push(one);
  print("# Emitted, and delivered to:");
  for (const { id, type } of emitted) print(oneLine(`# ${type}  ${id}  ${await deliveriesOf(control, id)}`));
  return emitted.some(({ type }) => type === event) ? 0 : 1;
}

/** Where an event was delivered, with the outcomes. */
async function deliveriesOf(control: Control, eventId: string): Promise<string> {
  const { deliveries } = await control.ask("GET", `/why/${eventId}`);
  const shown = entriesOf(deliveries).map((one) =>
    [memberOf(one, "url"), memberOf(one, "status") ?? memberOf(one, "reason") ?? memberOf(one, "fault")].join(
      " ",
    ),
  );
  return shown.length === 0 ? "no endpoint is registered for it" : shown.join(", ");
}

/** Sends the requests of a plan, and prints each with its answer. @throws UsageError if one is answered otherwise than planned */
async function run(plan: readonly Step[], begin: Values): Promise<void> {
  let values = begin;
  for (const { what, requests } of plan) {
    print(`# ${what}`);
    for (const request of requests) {
      for (const line of linesOf(request)) print(line);
      const { status, text } = await ask(request, values);
      const given = givenBy(parsed(text), request.gives);
      const shown = Object.entries(given).map(([name, value]) => `${name}=${value}`);
      print(oneLine([`#   ${status}`, ...shown].join("  ")));
      const isWanted =
        request.refusal === undefined ? status >= 200 && status < 300 : status === request.refusal;
      if (!isWanted || shown.length < Object.keys(request.gives ?? {}).length)
        throw new UsageError(`the answer is not the expected one: ${oneLine(clip(text, MAX_CHARACTERS))}`);
      values = { ...values, ...given };
    }
  }
}

async function ask(
  { line, body, idempotencyKey }: StepRequest,
  values: Values,
): Promise<{ readonly status: number; readonly text: string }> {
  const [method = "", url = ""] = line.split(" ");
  const token = process.env["PAYCONFORM_CONTROL_TOKEN"];
  return send(filled(url, values), {
    method,
    headers: {
      "user-agent": USER_AGENT,
      ...(url.startsWith("$CONTROL")
        ? token === undefined
          ? {}
          : { "control-token": token }
        : { authorization: `Bearer ${values["KEY"] ?? ""}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(idempotencyKey === undefined ? {} : { "idempotency-key": filled(idempotencyKey, values) }),
    },
    ...(body === undefined ? {} : { body: filled(body, values) }),
  }).catch((error: unknown) => {
    throw new UsageError(`nothing answers at ${filled(url, values)}: ${messageOf(error)}`);
  });
}
