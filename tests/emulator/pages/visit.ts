import type { Bench, Reply } from "../client.ts";

/** What a browser got. */
export interface Shown {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Where it is sent. */
  readonly location: string | null;
}

/** Looks at pages and sends their forms, as a browser does, in the emulator's process. */
export function visitorOf(bench: Bench) {
  const shownBy = async (response: Response): Promise<Shown> => ({
    status: response.status,
    headers: response.headers,
    text: await response.text(),
    location: response.headers.get("location"),
  });
  const open = async (url: string, headers: Record<string, string> = {}): Promise<Shown> =>
    shownBy(await bench.emulator.checkoutFetch(new Request(url, { headers })));
  const send = async (
    url: string,
    fields: Readonly<Record<string, string>>,
    headers: Record<string, string> = {},
  ): Promise<Shown> =>
    shownBy(
      await bench.emulator.checkoutFetch(
        new Request(url, {
          method: "POST",
          headers: {
            "content-type": "application/x-www-form-urlencoded",
            origin: new URL(url).origin,
            ...headers,
          },
          body: new URLSearchParams(fields).toString(),
        }),
      ),
    );
  return { open, send };
}

/** What a payer enters. */
export const payer = { operator: "mtn", phone: "06 612 34 56" };

/** The address of a page in an answer. */
export const pageIn = (reply: Reply): string => String(reply.json["url"]);
