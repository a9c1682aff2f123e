import { join } from "node:path";
import ts from "typescript";

/**
 * Writes the declaration files of the package's exports and of the modules that they import; others are omitted. Those of the exports name the
 * types of Node, which a project may not have included.
 */
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
  // `npm run types` checks the types.
  const program = ts.createProgram(config.fileNames, { ...config.options, noCheck: true });
  const wanted = config.fileNames.map((name) => program.getSourceFile(name));
  // The loop also processes files that are added during it.
  const reached = new Set(wanted.filter((source) => source !== undefined));
  for (const source of reached) {
    const { diagnostics } = program.emit(
      source,
      (fileName, text) => {
        const isExport = wanted.includes(source);
        ts.sys.writeFile(fileName, isExport ? `/// <reference types="node" />\n${text}` : text);
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
    // Nothing is written for a module whose types cannot be named.
    for (const { messageText } of diagnostics)
      throw new Error(`${source.fileName}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`);
  }
}
