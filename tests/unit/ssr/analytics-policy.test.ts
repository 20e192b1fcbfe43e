import { expect, test } from 'vitest';
import { App } from '#client/app/App.tsx';
import { pageDefinitions } from '#client/app/page-kinds.ts';
import { createVisitorStores } from '#client/app/stores.ts';
import { serverNavigation } from '#client/core/navigation.ts';
import { createRenderer } from '#client/ssr/create-renderer.ts';
import { mapTileHost } from '#shared/shipping/map-tiles.ts';
import { createFakeAnalytics } from '#tests/support/fixtures/fake-analytics-provider.ts';
import { createSampleRead, sampleAssets, sampleSite, sampleSiteInfo } from './sample-site.ts';

const { provider } = createFakeAnalytics();
const renderer = createRenderer({
  definitions: pageDefinitions,
  analyticsProviders: [provider],
  createDocument: (app, view) =>
    App({ app, stores: createVisitorStores(app.shell.site.id), view, navigation: serverNavigation }),
});

async function policySourcesOf(path: string, externalIds: Record<string, string>) {
  const read = createSampleRead({ 'GET /site/info': { site: { ...sampleSiteInfo, externalIds } } });
  const result = await renderer.render({ site: sampleSite, path, read, assets: sampleAssets });
  return result.kind === 'page' ? result.policySources : null;
}

const ids = { FAKE_ANALYTICS: 'F-1' };

test.each([
  ['/legal-notice', ids, provider.policySources],
  ['/checkout', ids, { ...provider.policySources, img: [mapTileHost] }],
  ['/legal-notice', { FAKE_ANALYTICS: '' }, {}],
  ['/legal-notice', { WEB_ANALYTICS: 'G-1' }, {}],
  ['/auth/activate/a-token', ids, {}],
])('the policy of %s with the ids %j has the origins %j', async (path, externalIds, sources) => {
  expect(await policySourcesOf(path, externalIds)).toEqual(sources);
});
