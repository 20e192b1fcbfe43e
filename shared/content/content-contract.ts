import { defineContract } from '../endpoint.ts';
import { blogEndpoints } from './blog-endpoints.ts';
import { contentEndpoints } from './content-endpoints.ts';

export const contentContract = defineContract({
  ...contentEndpoints('/news', 'news', {
    list: 'News, newest first; with `promoted=true` those that the home page shows',
    detail: 'One news article',
  }),
  ...blogEndpoints,
});
export type ContentContract = typeof contentContract;
