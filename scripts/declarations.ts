import { join } from "node:path";
import ts from "typescript";

/** The declarations of the package's exports and of what they mention; shapes that only our own code uses are left out. */
export function writeDeclarations(root: string): void {
  const config = ts.getParsedCommandLineOfConfigFile(
    join(root, "tsconfig.build.json"),
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
        throw new Error(ts.flattenDiagnosticMessageText(messageText, "\n"));
      },
    },
  );
  if (!config) throw new Error("tsconfig.build.json cannot be read");
  // `npm run types` checks them.
  const program = ts.createProgram(config.fileNames, { ...config.options, noCheck: true });
  const wanted = config.fileNames.map((name) => program.getSourceFile(name));
  // A file found while the loop runs is written by the loop.
  const reached = new Set(wanted.filter((source) => source !== undefined));
  for (const source of reached)
    program.emit(
      source,
      (fileName, text) => {
        ts.sys.writeFile(fileName, text);
        for (const { fileName: imported } of ts.preProcessFile(text).importedFiles) {
          const { resolvedModule } = ts.resolveModuleName(imported, source.fileName, config.options, ts.sys);
          if (resolvedModule === undefined || resolvedModule.isExternalLibraryImport) continue;
          const found = program.getSourceFile(resolvedModule.resolvedFileName);
          if (found) reached.add(found);
        }
      },
      undefined,
      true,
    );
}
