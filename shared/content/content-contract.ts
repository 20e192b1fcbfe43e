import { defineContract } from '../endpoint.ts';
import { contentEndpoints } from './content-endpoints.ts';

export const contentContract = defineContract({
  ...contentEndpoints('/news', 'news', {
    list: 'News, newest first; with `promoted=true` those that the home page shows',
    detail: 'One news article',
  }),
});
export type ContentContract = typeof contentContract;
