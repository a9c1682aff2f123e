import { offeredOperations } from "../../harness/control.ts";
import { withControlModule } from "../../harness/http/control-module.ts";
import type { WireAnswer } from "../../harness/http/wire.ts";
import type { Access, Profile } from "../../harness/profile/types.ts";
import { TransportFault } from "../../harness/verdicts.ts";
import { askControl, redirection, transportTo } from "./reachability.ts";

/**
 * Why the control in a profile cannot be used, in one line; null if it lists its operations, or if the profile has none.
 * Without this error, the rules that need control would silently not be judged.
 * @throws UsageError for a control module that cannot be loaded
 */
export async function controlFault(target: { profile: Profile; access: Access }): Promise<string | null> {
  const { profile, transport, loaded } = withControlModule({
    profile: target.profile,
    transport: transportTo(target),
  });
  const { controlUrl, controlModule } = profile.target;
  try {
    await loaded();
    if (controlUrl === undefined) return null;
    const named =
      controlModule === undefined ? `controlUrl: ${controlUrl}` : `controlModule: ${controlModule}`;
    const answered = await askControl(transport, controlUrl, { ...target, profile }).then(
      whatIsWrong,
      (error: unknown) => {
        if (error instanceof TransportFault) return `does not answer: ${error.message}`;
        throw error;
      },
    );
    return answered === null
      ? null
      : `target.${named} ${answered}; control must answer GET on that URL with {"operations": [...]} (docs/control.md)`;
  } finally {
    await transport.close();
  }
}

function whatIsWrong(answer: WireAnswer): string | null {
  if (offeredOperations(answer) !== null) return null;
  // The body is not shown, because it may repeat a secret of the request.
  const type = answer.headers.find(([name]) => name.toLowerCase() === "content-type")?.[1];
  const kind =
    answer.body.byteLength === 0 ? "nothing" : (type?.split(";")[0] ?? "a body without content type");
  return `does not list its operations: it answered ${answer.status}${redirection(answer)} with ${kind}`;
}
