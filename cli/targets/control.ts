import { offeredOperations } from "../../harness/control.ts";
import { withControlModule } from "../../harness/http/control-module.ts";
import { socketTransport } from "../../harness/http/socket.ts";
import type { WireAnswer } from "../../harness/http/wire.ts";
import type { Access, Profile } from "../../harness/profile/types.ts";
import { TransportFault } from "../../harness/verdicts.ts";

const PATIENCE_MS = 5_000;

/**
 * Why the control that a profile names is none, in one line; null when it says what it offers, or when none is named.
 * A control that was named and is not one would leave its rules unjudged without a word.
 * @throws UsageError for a control module that cannot be loaded
 */
export async function controlFault(target: { profile: Profile; access: Access }): Promise<string | null> {
  const { network } = target.profile;
  const { profile, transport, loaded } = withControlModule({
    profile: target.profile,
    transport: socketTransport({ connections: 1, connection: { network, access: target.access } }),
  });
  const { controlUrl, controlModule } = profile.target;
  try {
    await loaded();
    if (controlUrl === undefined) return null;
    const named =
      controlModule === undefined ? `controlUrl: ${controlUrl}` : `controlModule: ${controlModule}`;
    const answered = await transport
      .send(
        {
          method: "GET",
          url: new URL(controlUrl),
          headers: [["accept", "application/json"], ...Object.entries(target.access.headers)],
          body: null,
        },
        { deadlineMs: PATIENCE_MS, signal: new AbortController().signal },
      )
      .then(whatIsWrong, (error: unknown) => {
        if (error instanceof TransportFault) return `does not answer: ${error.message}`;
        throw error;
      });
    return answered === null
      ? null
      : `target.${named} ${answered}; a control answers GET on that very URL with {"operations": [...]} (docs/control.md)`;
  } finally {
    await transport.close();
  }
}

function whatIsWrong(answer: WireAnswer): string | null {
  if (offeredOperations(answer) !== null) return null;
  // Its words stay untold: whatever secret it was sent, it may repeat.
  const type = answer.headers.find(([name]) => name.toLowerCase() === "content-type")?.[1];
  const kind = answer.body.byteLength === 0 ? "nothing" : (type?.split(";")[0] ?? "a body of no type");
  return `does not say what it offers: it answered ${answer.status} with ${kind}`;
}
