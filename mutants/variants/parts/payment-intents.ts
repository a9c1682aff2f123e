import type { Parts } from "../../../emulator/index.ts";

type Intent = ReturnType<Parts["paymentIntents"]["create"]["record"]>;

export function recordingIntent(parts: Parts, change: (intent: Intent) => Partial<Intent>): Parts {
  const { create } = parts.paymentIntents;
  const record: typeof create.record = (context) => {
    const intent = create.record(context);
    return { ...intent, ...change(intent) };
  };
  return { ...parts, paymentIntents: { ...parts.paymentIntents, create: { ...create, record } } };
}
