import { defineContract } from '../endpoint.ts';
import { albumEndpoints } from './album-endpoints.ts';
import { blogEndpoints } from './blog-endpoints.ts';
import { defineContentEndpoints } from './content-endpoints.ts';

export const contentContract = defineContract({
  ...defineContentEndpoints('/news', 'news', {
    list: 'News, newest first; with `promoted=true` those that the home page shows',
    detail: 'One news article',
  }),
  ...blogEndpoints,
  ...albumEndpoints,
});
export type ContentContract = typeof contentContract;
