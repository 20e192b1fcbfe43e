import { z } from 'zod';
import { Id, Slug } from '../input-fields.ts';
import { languages } from '../languages.ts';
import { Localized } from '../localized.ts';
import { RichText } from '../rich-text.ts';

/** An item of a content type. */
export const ContentInput = z.strictObject({
  id: Id,
  slug: z.union([Slug, z.partialRecord(z.enum(languages), Slug)]),
  title: Localized,
  /** Plain text. */
  summary: Localized,
  publishedAt: z.iso.datetime({ offset: true }),
  promoted: z.boolean().default(false),
  /** The id of the main picture. */
  image: Id.nullable().default(null),
  /** Ids of further pictures. */
  images: z.array(Id).default([]),
  body: RichText,
});
export type ContentInput = z.infer<typeof ContentInput>;
