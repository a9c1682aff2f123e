/**
 * The files of the public contract as text, by name. It is derived from the judge's contract, which must have been generated, with examples
 * that are captured from the emulator.
 */
export async function publicTexts(root: string): Promise<Readonly<Record<string, string>>> {
  const [
    { openPoints, openapi },
    { captureExamples },
    { publicContract, publicFiles },
    { readWords },
    { additionsText },
  ] = await Promise.all([
    import("../../spec/index.ts"),
    import("../examples/index.ts"),
    import("../public/index.ts"),
    import("../public/words.ts"),
    import("../public/additions.ts"),
  ]);
  const document = structuredClone(openapi) as Record<string, unknown>;
  const examples = await captureExamples(document);
  return {
    ...publicFiles(
      publicContract({ document, words: readWords(root), examples, openCount: openPoints.length }),
    ),
    "emulator-openapi.json": await additionsText(openapi),
  };
}
