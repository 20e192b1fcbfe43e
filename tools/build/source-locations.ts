import { dirname, relative } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Lets bundled modules of the server find the files beside their source: worker scripts, texts, fonts and migrations
 * stay where they are. `import.meta.filename` and `import.meta.main` remain those of the bundle.
 */
export const createSourceLocationsPlugin = (root: string, outDir: string): Plugin => ({
  name: 'cuvee:source-locations',
  transform(code, id) {
    if (!id.startsWith(`${root}/server/`) && !id.startsWith(`${root}/shared/`)) return null;
    return { code: locateSources(code, relative(outDir, id)), map: null };
  },
});

/** @param path The path of the source, relative to the folder of the bundle. */
export const locateSources = (code: string, path: string): string =>
  code.replaceAll(/\bimport\.meta\.(dirname|url)\b/g, (_, property) =>
    property === 'url'
      ? `new URL(${JSON.stringify(path)}, import.meta.url).href`
      : `(import.meta.dirname + ${JSON.stringify(`/${dirname(path)}`)})`,
  );
