import { expect, test } from 'vitest';
import { render } from '#client/app/entry.server.tsx';
import { mapTileOrigin } from '#shared/shipping/map-tiles.ts';
import { createSampleRead, sampleAssets, sampleSite, sampleSiteInfo } from '#tests/support/fixtures/sample-site.ts';

async function policySourcesOf(path: string, externalIds: Record<string, string>) {
  const read = createSampleRead({ 'GET /site/info': { site: { ...sampleSiteInfo, externalIds } } });
  const result = await render({ site: sampleSite, path, read, assets: sampleAssets });
  return result.kind === 'page' ? result.policySources : null;
}

const ids = { SECOND_ANALYTICS: 'stats.chenes.example/7', PRIVACY_ANALYTICS: 'chenes.example' };
const sources = {
  script: ['https://stats.chenes.example', 'https://plausible.io'],
  connect: ['https://stats.chenes.example', 'https://plausible.io'],
  img: ['https://stats.chenes.example'],
};

test.each([
  ['/legal-notice', ids, sources],
  ['/checkout', ids, { ...sources, img: ['https://stats.chenes.example', mapTileOrigin] }],
  ['/legal-notice', { SECOND_ANALYTICS: '' }, {}],
  ['/legal-notice', { SECOND_ANALYTICS: 'stats.chenes.example; script-src *' }, {}],
  ['/legal-notice', { FAKE_PAY: 'key-1' }, {}],
  ['/account', ids, {}],
  ['/auth/activate/a-token', ids, {}],
])('the policy of %s with the ids %j has the origins %j', async (path, externalIds, expected) => {
  expect(await policySourcesOf(path, externalIds)).toEqual(expected);
});
