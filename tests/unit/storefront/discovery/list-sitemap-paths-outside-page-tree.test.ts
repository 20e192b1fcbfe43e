import { expect, it } from 'vitest';
import { pageKindsByPathOutsideTree } from '#client/core/fixed-path-pages.ts';
import { listSitemapPathsOutsidePageTree } from '#server/storefront/discovery/list-sitemap-paths-outside-page-tree.ts';
import { isPrivatePath } from '#shared/site/private-paths.ts';
import { createSampleRead } from '#tests/support/fixtures/sample-site.ts';

it('listSitemapPathsOutsidePageTree lists every page with a fixed path that is not private', async () => {
  const open = Object.keys(pageKindsByPathOutsideTree).filter((path) => !path.includes(':') && !isPrivatePath(path));
  const listed = await listSitemapPathsOutsidePageTree(createSampleRead({ 'GET /parameter': { parameters: [] } }));
  expect(listed.toSorted()).toEqual(open.toSorted());
});
