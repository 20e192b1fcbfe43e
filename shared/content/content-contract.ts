import { defineContract } from '../endpoint.ts';
import { defineContentEndpoints } from './content-endpoints.ts';

export const contentContract = defineContract({
  ...defineContentEndpoints('/news', 'news', {
    list: 'News, newest first; with `promoted=true` those that the home page shows',
    detail: 'One news article',
  }),
});
export type ContentContract = typeof contentContract;
