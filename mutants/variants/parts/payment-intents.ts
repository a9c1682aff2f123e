import type { Replace } from "../../mutant.ts";
import type { Parts } from "../../../emulator/index.ts";

type Intent = ReturnType<Parts["paymentIntents"]["create"]["record"]>;

export function recordingIntent(change: (intent: Intent) => Partial<Intent>): Replace {
  return (parts) => {
    const { create } = parts.paymentIntents;
    const record: typeof create.record = (context) => {
      const intent = create.record(context);
      return { ...intent, ...change(intent) };
    };
    return { ...parts, paymentIntents: { ...parts.paymentIntents, create: { ...create, record } } };
  };
}
