import { defineResourceSpec } from '#shared/resource-spec.ts';
import { NewsletterListInput } from './newsletter-list-input.ts';

export const newsletterListResourceSpec = defineResourceSpec({
  name: 'newsletter-list',
  key: 'id',
  keys: 'assigned',
  input: NewsletterListInput,
  list: { fields: { name: 'text', position: 'number' }, orders: ['id', 'name', 'position'] },
});
