import type { Lang } from '#shared/languages.ts';
import type { Dictionary } from '#shared/texts.ts';

/** Each language is a chunk of its own: a page ships its own only. `source` is the build's name of the chunk. */
export const dictionaries: Record<Lang, { source: string; load: () => Promise<{ dictionary: Dictionary }> }> = {
  fr_FR: { source: 'client/app/dictionary.fr_FR.ts', load: () => import('./dictionary.fr_FR.ts') },
  en: { source: 'client/app/dictionary.en.ts', load: () => import('./dictionary.en.ts') },
};
