import { z } from 'zod';
import { Id, ListPosition } from '../input-fields.ts';
import { Localized } from '../localized.ts';

export const NewsletterListInput = z.strictObject({
  id: Id,
  position: ListPosition,
  name: Localized,
  description: Localized.default(''),
});
export type NewsletterListInput = z.infer<typeof NewsletterListInput>;
