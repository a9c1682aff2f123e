import type { Fetch } from "../../emulator/http/listen.ts";

/** What a browser got. */
export interface Seen {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Where it is sent. */
  readonly location: string | null;
}

/** Looks at pages of a host and sends their forms, as a browser does, in the emulator's process. */
export function browserOf(host: Fetch) {
  const seenOn = async (url: string, init: RequestInit): Promise<Seen> => {
    const response = await host(new Request(url, init));
    const { status, headers } = response;
    return { status, headers, text: await response.text(), location: headers.get("location") };
  };
  return {
    open: (url: string, headers: Record<string, string> = {}): Promise<Seen> => seenOn(url, { headers }),
    /** Sends a form; `headers` replace those that say where it comes from. */
    send: (
      url: string,
      fields: Readonly<Record<string, string>>,
      headers: Record<string, string> = { origin: new URL(url).origin },
    ): Promise<Seen> =>
      seenOn(url, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
        body: new URLSearchParams(fields).toString(),
      }),
  };
}
