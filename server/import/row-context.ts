import type { z } from 'zod';
import type { FindEmbeddedImage } from '#server/api/media/embedded-image.ts';
import { type Localized, mapLocalized } from '#shared/localized.ts';
import type { MarkdownPathSchema } from './content-paths.ts';

/** Resolves the paths in a site's files to Markdown texts and media ids. */
export interface ImportRowContext {
  /** Markdown texts by path below content/. */
  texts: ReadonlyMap<string, string>;
  findPicture: FindEmbeddedImage;
  /** Returns the id of a media path in `images` or `files`. */
  idOf: (path: string) => number;
  imageOf: (path: string | null) => number | null;
}

export const getMarkdownText = (markdown: z.infer<typeof MarkdownPathSchema>, { texts }: ImportRowContext): Localized =>
  mapLocalized(markdown, (path) => texts.get(path) ?? '');
