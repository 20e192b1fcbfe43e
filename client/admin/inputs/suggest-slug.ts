import { foldText } from '#shared/fold-text.ts';

/** Derives a slug from a title: `Chenin « Les Galets »` becomes `chenin-les-galets`. */
export const suggestSlug = (title: string): string =>
  foldText(title)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
