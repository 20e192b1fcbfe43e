import type { z } from 'zod';
import type { FindEmbeddedImage } from '#server/api/media/text-image.ts';
import { type Localized, mapLocalized } from '#shared/localized.ts';
import type { MarkdownPathSchema } from './content-paths.ts';

/** Resolves paths in the files of a site's folder. */
export interface ImportRowContext {
  /** Path below content/ → Markdown. */
  texts: ReadonlyMap<string, string>;
  findPicture: FindEmbeddedImage;
  /** Path below media/ → id in `images` or `files`. */
  idOf: (path: string) => number;
  imageOf: (path: string | null) => number | null;
}

export const readMarkdownText = (
  markdown: z.infer<typeof MarkdownPathSchema>,
  { texts }: ImportRowContext,
): Localized => mapLocalized(markdown, (path) => texts.get(path) ?? '');
