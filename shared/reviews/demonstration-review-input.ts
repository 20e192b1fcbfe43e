import { z } from 'zod';
import { Id, ProductReference } from '#shared/input-fields.ts';
import { Localized } from '#shared/localized.ts';
import { defineResourceSpec } from '#shared/resource-spec.ts';
import { maxRating, maxReviewTextLengths, minRating } from './review-rules.ts';

const DemonstrationReviewInput = z
  .strictObject({
    id: Id,
    /** The reviewed product; null for a review of the estate. */
    product: ProductReference.nullable().default(null),
    author: z.string().min(1).max(maxReviewTextLengths.author),
    rating: z.int().min(minRating).max(maxRating),
    text: Localized,
    reply: Localized.nullable().default(null),
    /** The day of the experience (YYYY-MM-DD). */
    experiencedOn: z.iso.date(),
    publishedOn: z.iso.date(),
  })
  .meta({
    examples: [
      { id: 1, author: 'Ada', rating: 4, text: 'Bon', experiencedOn: '2026-01-02', publishedOn: '2026-01-20' },
    ],
  });

export const demonstrationReviewResourceSpec = defineResourceSpec({
  name: 'demonstration-review',
  group: 'messages',
  key: 'id',
  keys: 'assigned',
  file: 'reviews.json',
  formerFields: { idProduct: 'product' },
  input: DemonstrationReviewInput,
  list: {
    fields: { author: 'text', rating: 'number' },
    orders: ['id', 'author', 'rating'],
    columns: ['author', 'rating', 'publishedOn'],
  },
});
