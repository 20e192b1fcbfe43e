import { getDictionaryModulePath, getLazyTextModulePath } from '#client/core/dictionaries.ts';
import type { PageDefinition } from '#client/core/page-definition.ts';
import type { Lang } from '#shared/languages.ts';
import type { ClientAssets } from '#shared/rendering.ts';

/** URLs of the files that a page needs before it is interactive. */
export interface PageAssets {
  styles: readonly string[];
  /** URLs of the page's scripts, beginning with the entry module. */
  modules: readonly string[];
}

/** Path of the client's entry module, which is also the module's key in the build manifest. */
const clientEntry = 'client/app/entry.client.tsx';

const address = (file: string) => (/^(\/|https?:)/.test(file) ? file : `/${file}`);

/** Collects the files of a module and of all its imports, with their style sheets. */
function filesOf(assets: ClientAssets, name: string, seen = new Set<string>()): PageAssets {
  const known = assets.files[name];
  if (!known || seen.has(name)) return { styles: [], modules: [] };
  seen.add(name);
  const below = known.imports.map((imported) =>
    assets.files[imported] ? filesOf(assets, imported, seen) : { styles: [], modules: [address(imported)] },
  );
  return {
    styles: [...below.flatMap(({ styles }) => styles), ...known.css.map(address)],
    modules: [address(known.file), ...below.flatMap(({ modules }) => modules)],
  };
}

const known = new WeakMap<ClientAssets, Map<string, PageAssets>>();

/**
 * Collects the files of a page in a language: entry module, page module and texts.
 * @param page `null` for a failure page, which belongs to no kind of page
 */
export function collectPageAssets(assets: ClientAssets, page: PageDefinition | null, lang: Lang): PageAssets {
  const files = known.get(assets) ?? new Map<string, PageAssets>();
  known.set(assets, files);
  const key = `${page?.source} ${page?.texts.join()} ${lang}`;
  const before = files.get(key);
  if (before) return before;
  const texts = [
    getDictionaryModulePath(lang),
    ...(page?.texts ?? []).map((domain) => getLazyTextModulePath(lang, domain)),
  ];
  const parts = [clientEntry, ...(page ? [page.source] : []), ...texts].map((name) => filesOf(assets, name));
  const found: PageAssets = {
    styles: [...new Set(parts.flatMap(({ styles }) => styles))],
    modules: [...new Set([address(assets.entry), ...parts.flatMap(({ modules }) => modules)])],
  };
  files.set(key, found);
  return found;
}

/** Returns the files of a document in which no script runs. */
export const omitScriptAssets = ({ styles }: PageAssets): PageAssets => ({ styles, modules: [] });
