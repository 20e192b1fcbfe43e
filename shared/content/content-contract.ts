import { defineContract } from '../endpoint.ts';
import { albumEndpoints } from './album-endpoints.ts';
import { blogEndpoints } from './blog-endpoints.ts';
import { standardContentEndpoints } from './content-endpoints.ts';

export const contentContract = defineContract({
  ...standardContentEndpoints,
  ...blogEndpoints,
  ...albumEndpoints,
});
