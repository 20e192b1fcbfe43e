import { defineResourceSpec } from '#shared/resource-spec.ts';
import { DemonstrationReviewInput } from './demonstration-review-input.ts';

export const demonstrationReviewResourceSpec = defineResourceSpec({
  name: 'demonstration-review',
  key: 'id',
  keys: 'assigned',
  input: DemonstrationReviewInput,
  list: { fields: { author: 'text', rating: 'number' }, orders: ['id', 'author', 'rating'] },
});
