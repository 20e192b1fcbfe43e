import { relative } from 'node:path';
import type { Plugin } from 'vite';

interface ManifestEntry {
  file: string;
  imports: string[];
  css: string[];
  /** Source files in the chunk, by their path from the repository root. */
  modules: string[];
  isEntry?: true;
}

/**
 * Creates a Vite plugin that writes `.vite/manifest.json`: each chunk by its file name, and the chunks of the entry and
 * of each dynamically imported module also by source file. The manifest of Vite names a source file only if a chunk
 * contains nothing else.
 */
export const createSourceManifestPlugin = (root: string, entry: string): Plugin => ({
  name: 'source-manifest',
  enforce: 'post',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
    const entries: Record<string, ManifestEntry> = {};
    for (const chunk of chunks) {
      const css = [...(chunk.viteMetadata?.importedCss ?? [])];
      const imports = chunk.imports.filter((file) => {
        const imported = bundle[file];
        return imported?.type === 'chunk' && imported.moduleIds.length > 0;
      });
      const modules = chunk.moduleIds.map((id) => relative(root, id));
      const manifestEntry = { file: chunk.fileName, imports, css, modules };
      entries[chunk.fileName] = manifestEntry;
      for (const id of chunk.moduleIds) {
        const source = relative(root, id);
        const isEntry = source === entry;
        if (isEntry || (this.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0)
          entries[source] = { ...manifestEntry, ...(isEntry && { isEntry }) };
      }
    }
    this.emitFile({ type: 'asset', fileName: '.vite/manifest.json', source: JSON.stringify(entries, null, 2) });
  },
});
