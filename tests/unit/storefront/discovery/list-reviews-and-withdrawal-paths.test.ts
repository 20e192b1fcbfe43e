import { expect, it } from 'vitest';
import { pageKindsByPathOutsideTree } from '#client/core/fixed-path-pages.ts';
import { listReviewsAndWithdrawalPaths } from '#server/storefront/discovery/sitemap.ts';
import { isPersonalPath } from '#shared/site/personal-paths.ts';
import { createSampleRead } from '#tests/support/fixtures/sample-site.ts';

it('listReviewsAndWithdrawalPaths lists every page with a fixed path that is not private', async () => {
  const open = Object.keys(pageKindsByPathOutsideTree).filter((path) => !path.includes(':') && !isPersonalPath(path));
  const listed = await listReviewsAndWithdrawalPaths(createSampleRead({ 'GET /parameter': { parameters: [] } }));
  expect(listed.toSorted()).toEqual(open.toSorted());
});
