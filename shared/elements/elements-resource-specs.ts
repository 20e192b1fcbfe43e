import { defineResourceSpec } from '#shared/resource-spec.ts';
import { ElementInput } from './element-input.ts';

export const elementResourceSpec = defineResourceSpec({
  name: 'element',
  key: 'id',
  keys: 'assigned',
  input: ElementInput,
  list: {
    fields: { route: 'text', title: 'text', status: 'text', publishedAt: 'date' },
    orders: ['id', 'title', 'route', 'publishedAt'],
  },
});
