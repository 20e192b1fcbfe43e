import { z } from 'zod';
import { Id, Instant, Slug } from '../input-fields.ts';
import { languages } from '../languages.ts';
import { Localized } from '../localized.ts';
import { LocalizedMarkdownOrHtml } from '../localized-markdown-or-html.ts';

/** An article, such as a news item, as the import or the panel saves it. */
export const ContentInput = z.strictObject({
  id: Id,
  slug: z.union([Slug, z.partialRecord(z.enum(languages), Slug)]),
  title: Localized,
  /** The summary of the item in plain text. */
  summary: Localized,
  publishedAt: Instant,
  promoted: z.boolean().default(false),
  /** The image id of the main picture. */
  image: Id.nullable().default(null),
  /** The image ids of further pictures. */
  images: z.array(Id).default([]),
  body: LocalizedMarkdownOrHtml,
});
export type ContentInput = z.infer<typeof ContentInput>;
