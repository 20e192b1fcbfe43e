import { expect, it } from 'vitest';
import { fixedPathPageKinds } from '#client/core/fixed-path-pages.ts';
import { listOptionalPaths } from '#server/storefront/discovery/sitemap.ts';
import { isPersonalPath } from '#shared/site/personal-paths.ts';
import { createSampleRead } from '#tests/support/fixtures/sample-site.ts';

it('listOptionalPaths lists every page with a fixed path that is not private', async () => {
  const open = Object.keys(fixedPathPageKinds).filter((path) => !path.includes(':') && !isPersonalPath(path));
  const listed = await listOptionalPaths(createSampleRead({ 'GET /parameter': { parameters: [] } }));
  expect(listed.toSorted()).toEqual(open.toSorted());
});
