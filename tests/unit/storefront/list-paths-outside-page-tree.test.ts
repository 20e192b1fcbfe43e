import { expect, it } from 'vitest';
import { fixedPathPageKinds } from '#client/core/fixed-path-pages.ts';
import { listPathsOutsidePageTree } from '#server/storefront/discovery/list-paths-outside-page-tree.ts';
import { isPrivatePath } from '#shared/site/private-paths.ts';
import { createSampleRead } from '#tests/support/fixtures/sample-site.ts';

it('listPathsOutsidePageTree lists every page with a fixed path that is not private', async () => {
  const open = Object.keys(fixedPathPageKinds).filter((path) => !path.includes(':') && !isPrivatePath(path));
  const listed = await listPathsOutsidePageTree(createSampleRead({ 'GET /parameter': { parameters: [] } }));
  expect(listed.toSorted()).toEqual(open.toSorted());
});
