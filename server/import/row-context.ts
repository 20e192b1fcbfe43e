import type { z } from 'zod';
import type { FindTextImageAttributes } from '#server/api/media/text-image-attributes.ts';
import { type Localized, mapLocalized } from '#shared/localized.ts';
import type { LocalizedMarkdownPathSchema } from './content-paths.ts';

/** Resolves the paths in a site's files to Markdown texts and media ids. */
export interface ImportPathResolvers {
  /** Markdown texts by path below content/. */
  texts: ReadonlyMap<string, string>;
  findPicture: FindTextImageAttributes;
  /** Returns the id of a media path in `images` or `files`. */
  idOf: (path: string) => number;
  imageOf: (path: string | null) => number | null;
}

export const getMarkdownText = (
  markdown: z.infer<typeof LocalizedMarkdownPathSchema>,
  { texts }: ImportPathResolvers,
): Localized => mapLocalized(markdown, (path) => texts.get(path) ?? '');
