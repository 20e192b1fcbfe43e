import type { z } from 'zod';
import type { FindEmbeddedImage } from '#server/api/media/text-image.ts';
import { type Localized, mapLocalized } from '#shared/localized.ts';
import type { Markdown } from './content-paths.ts';

/** Resolves paths in the files of a site's folder. */
export interface RowContext {
  /** Path below content/ → Markdown. */
  texts: ReadonlyMap<string, string>;
  findPicture: FindEmbeddedImage;
  /** Path below media/ → id in `images` or `files`. */
  idOf: (path: string) => number;
  imageOf: (path: string | null) => number | null;
}

export const readText = (markdown: z.infer<typeof Markdown>, { texts }: RowContext): Localized =>
  mapLocalized(markdown, (path) => texts.get(path) ?? '');
