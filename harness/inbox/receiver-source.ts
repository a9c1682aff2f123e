import { randomBytes } from "node:crypto";
import { pointed } from "../../spec/json.ts";
import type { Check } from "../check.ts";
import type { EventSource } from "../profile/types.ts";
import type { InboxOptions, OpenAddress } from "./inbox.ts";
import type { Mailbox } from "./mailbox.ts";
import type { OpenReceiver, Receiver } from "../http/transport.ts";
import { openReceiver } from "./receiver.ts";

/** An HTTP receiver, opened for the first check that needs it. Each check registers its own address. */
export class ReceiverSource {
  readonly #mailbox: Mailbox;
  readonly #open: () => Promise<Receiver>;
  #receiver: Promise<Receiver> | undefined;

  constructor(options: {
    readonly mailbox: Mailbox;
    readonly receiver: Extract<EventSource, { receiver: unknown }>["receiver"];
    /** The time for a delivery, ms. */
    readonly withinMs: number;
    /** Default: a receiver on a socket. */
    readonly openReceiver?: OpenReceiver | undefined;
  }) {
    const { mailbox, receiver, withinMs, openReceiver: open = openReceiver } = options;
    this.#mailbox = mailbox;
    this.#open = () => open({ mailbox, withinMs, ...receiver });
  }

  /** Registers an address for a check. */
  async open(check: Check, wanted: InboxOptions): Promise<OpenAddress> {
    const receiver = await (this.#receiver ??= this.#open());
    const { account, merchant, mode } = wanted;
    if (account !== undefined || mode !== undefined)
      return this.#registerByControl(check, receiver, account ?? merchant.accountId, wanted);
    if (check.ports.bound("registerWebhookEndpoint")) return this.#registerByPort(check, receiver, wanted);
    // The user registered the plain address once, for the profile's merchant: events of other merchants never arrive there.
    if (merchant.own || check.has("control.registerWebhookEndpoint"))
      return this.#registerByControl(check, receiver, merchant.accountId, wanted);
    wanted.onListening?.(receiver.urlFor(""));
    return { address: "" };
  }

  /** Registers an endpoint by control, for an account that has no key of its own. */
  async #registerByControl(
    check: Check,
    receiver: Receiver,
    accountId: string,
    wanted: InboxOptions,
  ): Promise<OpenAddress> {
    const { address, url } = this.#newAddress(receiver, wanted);
    const made = await check.control.call("registerWebhookEndpoint", {
      path: { accountId },
      json: { url, events: wanted.names, mode: wanted.mode ?? "test" },
    });
    const { id } = made as { id?: unknown };
    if (typeof id !== "string") return { address };
    if (check.has("control.removeWebhookEndpoint"))
      check.cleanUp((cleaning) =>
        cleaning.control.call("removeWebhookEndpoint", { path: { accountId, id } }),
      );
    if (!check.has("control.listWebhookEndpoints")) return { address };
    const isGone = async (): Promise<boolean> => {
      const listed = await check.control.call("listWebhookEndpoints", { path: { accountId } });
      const endpoints = pointed(listed, "/data");
      return Array.isArray(endpoints) && !endpoints.some((endpoint) => pointed(endpoint, "/id") === id);
    };
    return { address, isGone };
  }

  async #registerByPort(check: Check, receiver: Receiver, wanted: InboxOptions): Promise<OpenAddress> {
    const { address, url } = this.#newAddress(receiver, wanted);
    const { accountId, testKey: key } = wanted.merchant;
    const registered = await check.ports.call("registerWebhookEndpoint", {
      inputs: { url, events: wanted.names, accountId },
      key,
    });
    check.succeeded(registered.answer);
    const endpointId = registered.output("endpointId");
    if (check.ports.bound("deleteWebhookEndpoint") && typeof endpointId === "string")
      check.cleanUp((cleaning) =>
        cleaning.ports.call("deleteWebhookEndpoint", { inputs: { endpointId, accountId }, key }),
      );
    return { address };
  }

  /** Opened before the registration, since events may arrive before its response. */
  #newAddress(receiver: Receiver, { onListening }: InboxOptions): { address: string; url: string } {
    const address = randomBytes(16).toString("hex");
    this.#mailbox.open(address);
    const url = receiver.urlFor(address);
    onListening?.(url);
    return { address, url };
  }

  async close(): Promise<void> {
    await (await this.#receiver)?.close();
  }
}
