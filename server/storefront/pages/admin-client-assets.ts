import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { OperatorError } from '#server/operator-error.ts';
import { type Lang, languages } from '#shared/languages.ts';

export interface AdminClientAssets {
  entry: string;
  styles: readonly string[];
  /**
   * URL paths of the modules that the first screen needs in each language, apart from the entry module. The document
   * names these modules, so that the browser loads them at once.
   */
  preloads: Readonly<Partial<Record<Lang, readonly string[]>>>;
  /** Folder of the build; null in development, where Vite serves the files. */
  folder: string | null;
  /** Markup that the development server inserts into the document's `<head>`. */
  developmentHead?: string;
}

const Manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    isEntry: z.boolean().optional(),
    css: z.array(z.string()).default([]),
    imports: z.array(z.string()).default([]),
  }),
);
type Manifest = z.infer<typeof Manifest>;
type Chunk = Manifest[string];

/** Reads which files the production build of the admin panel consists of. @throws OperatorError if there is none */
export function readAdminClientAssets(folder: string): AdminClientAssets {
  const file = join(folder, '.vite/manifest.json');
  try {
    const manifest = Manifest.parse(JSON.parse(readFileSync(file, 'utf8')));
    const entry = Object.values(manifest).find(({ isEntry }) => isEntry);
    if (!entry) throw new Error('the manifest has no entry');
    const preloads = languages.map((lang) => [
      lang,
      // Chunks of texts import the chunk of the entry module, which is left out because the document loads it anyway.
      toPaths(listChunks(manifest, [...entry.imports, ...listTextModules(manifest, lang)])).filter(
        (path) => path !== `/${entry.file}`,
      ),
    ]);
    return {
      entry: `/${entry.file}`,
      styles: [entry, ...listChunks(manifest, entry.imports)].flatMap(({ css }) => css.map((path) => `/${path}`)),
      preloads: Object.fromEntries(preloads),
      folder,
    };
  } catch (cause) {
    throw new OperatorError(`There is no usable build of the admin panel (${file}). Run "npm run build".`, { cause });
  }
}

/** Lists the modules with the texts of the panel and of its libraries, which are English if they lack the language. */
function listTextModules(manifest: Manifest, lang: Lang): string[] {
  const getFrameworkModule = (code: Lang) => `client/admin/core/framework-texts/${code}.ts`;
  const framework = getFrameworkModule(lang);
  return [`shared/texts/${lang}/panel.ts`, framework in manifest ? framework : getFrameworkModule('en')];
}

const toPaths = (chunks: readonly Chunk[]): string[] => chunks.map(({ file }) => `/${file}`);

/** Lists the chunks of modules and all chunks that those import statically. */
function listChunks(manifest: Manifest, modules: readonly string[], found = new Set<Chunk>()): readonly Chunk[] {
  for (const name of modules) {
    const chunk = manifest[name];
    if (!chunk || found.has(chunk)) continue;
    found.add(chunk);
    listChunks(manifest, chunk.imports, found);
  }
  return [...found];
}
