import { UsageError } from "../../harness/profile/usage-error.ts";
import type { ExitCode } from "../../harness/results.ts";
import { oneLine } from "../../reports/text/text.ts";
import { below, controlAt } from "../listen/control.ts";
import { print } from "../terminal/output.ts";

interface RedeliverArguments {
  readonly controlUrl: string;
  readonly account?: string;
}

/** Delivers everything again that did not arrive at the webhook endpoints of a merchant, or at one of them, named by its id or URL. */
export async function redeliver(
  wanted: string | undefined,
  { controlUrl, account }: RedeliverArguments,
): Promise<ExitCode> {
  const control = controlAt(controlUrl);
  const merchant = await control.account(account);
  const endpoints = await control.endpoints(merchant);
  const chosen = endpoints.filter(({ id, url }) => [undefined, id, url].includes(wanted));
  if (chosen.length === 0)
    throw new UsageError(
      wanted === undefined
        ? `${merchant} has no webhook endpoint`
        : `${merchant} has no webhook endpoint ${wanted}; it has ${endpoints.map(({ url }) => url).join(", ") || "none"}`,
    );
  for (const { id, url } of chosen) {
    const { sent } = await control.ask("POST", below(merchant, `/webhook-endpoints/${id}/deliver-failed`));
    print(oneLine(`${id}  ${url}  ${String(sent)}`));
  }
  return 0;
}
