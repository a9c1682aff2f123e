import { messageOf } from "../../harness/plain.ts";
import type { Check } from "../../harness/check.ts";
import { wireRequest } from "../../harness/http/client.ts";
import { socketTransport } from "../../harness/http/socket.ts";
import { Mailbox } from "../../harness/inbox/mailbox.ts";
import { openReceiver } from "../../harness/inbox/receiver.ts";
import type { EventSource } from "../../harness/profile/types.ts";
import { NeedMissing } from "../../harness/verdicts.ts";
import { givenCustomer, givenSubscription } from "../../suites/fixtures/subscriptions.ts";
import { redirection } from "../targets/reachability.ts";
import { type Finding, findingAbout } from "./finding.ts";
import { pointed } from "../../spec/json.ts";

const finding = findingAbout("events");

/** Finds out whether events can arrive. With `probe`, creates a test subscription and waits for its event. */
export async function eventFindings(check: Check, options: { probe: boolean }): Promise<readonly Finding[]> {
  const source = check.profile.events;
  if (source === undefined) return [finding("note", "not set (`events` in the profile)")];
  const setup =
    "feed" in source
      ? await feedFinding(check, source)
      : await receiverFinding(source, check.profile.deadlines.exchangeMs);
  if (setup.state === "problem") return [setup];
  return [setup, options.probe ? await arrivalFinding(check) : NOT_PROBED];
}

const NOT_PROBED = finding(
  "note",
  "arrival was not tested; --probe-events creates one test subscription and waits for its event",
);

async function feedFinding(
  check: Check,
  { feed }: Extract<EventSource, { feed: unknown }>,
): Promise<Finding> {
  try {
    const answer = await check.send({ method: "GET", host: feed.host ?? "payment", to: feed.path });
    const list = answer.read.kind === "json" ? pointed(answer.read.value, feed.list ?? "") : undefined;
    if (answer.succeeded && Array.isArray(list))
      return finding("ok", `the feed ${feed.path} is a list with ${list.length} entries`);
    const place = feed.list === undefined || feed.list === "" ? "its body" : feed.list;
    return finding("problem", `the feed ${feed.path} has no list at ${place}: it answers ${answer.summary}`);
  } catch (error) {
    return finding("problem", `the feed ${feed.path}: ${messageOf(error)}`);
  }
}

/** Opens the receiver and sends a POST to its public address from this machine. */
async function receiverFinding(
  source: Extract<EventSource, { receiver: unknown }>,
  withinMs: number,
): Promise<Finding> {
  const mailbox = new Mailbox();
  const address = "payconform-doctor";
  mailbox.open(address);
  try {
    const receiver = await openReceiver({ mailbox, withinMs, ...source.receiver });
    const transport = socketTransport({ connections: 1 });
    const url = receiver.urlFor(address);
    try {
      const answer = await transport.send(
        wireRequest({
          ...{ base: url, method: "POST", path: "/", authorization: null, headers: {} },
          parts: {
            json: { id: "evt_doctor", type: "doctor", created_at: new Date().toISOString(), data: {} },
          },
        }),
        { deadlineMs: withinMs, signal: new AbortController().signal },
      );
      return mailbox.at(address).length > 0
        ? finding("ok", `${url} reaches the receiver`)
        : finding(
            "problem",
            `${url} does not reach the receiver: it answers ${answer.status}${redirection(answer)}`,
          );
    } catch (error) {
      return finding(
        "note",
        `${url} cannot be reached from here (${messageOf(error).replace(" to the target", "")}); the target may still reach it`,
      );
    } finally {
      await transport.close();
      await receiver.close();
    }
  } catch (error) {
    return finding("problem", messageOf(error));
  }
}

async function arrivalFinding(check: Check): Promise<Finding> {
  const type = "subscription.created";
  try {
    const merchant = await check.merchant();
    const inbox = await check.inbox({ merchant, names: [type] });
    const customer = await givenCustomer(check, merchant);
    const subscription = await givenSubscription(check, { customer });
    inbox.own(subscription.id);
    await inbox.next({ type });
    return finding("ok", `${type} of a new test subscription arrived`);
  } catch (error) {
    if (error instanceof NeedMissing)
      return finding("note", `none arrived, or none could be triggered: ${error.message}`);
    return finding("problem", `none arrived: ${messageOf(error)}`);
  }
}
