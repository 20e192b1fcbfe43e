import { pathToFileURL } from 'node:url';
import { createApiClient } from '#server/storefront/api/api-client.ts';
import { createHostIndex } from '#server/storefront/sites/host-index.ts';
import { isSiteFolderIssue, readSiteConfig } from '#server/storefront/sites/site-folder.ts';
import type { ApiReader } from '#shared/rendering.ts';
import type { BareRenderFunctions } from './bare-tree.tsx';

/**
 * Loads the React tree of a page with the data of the running API. It reads SITES_DIR, SITE_FOLDER, API_URL and
 * API_SECRET from the environment.
 * @param bundle Path of the bundle of `bare-tree.tsx`.
 */
export async function loadBareRenderFunctions(bundle: string, path: string): Promise<BareRenderFunctions> {
  const { SITES_DIR = '', SITE_FOLDER = '', API_URL = '', API_SECRET = '' } = process.env;
  const site = readSiteConfig(SITES_DIR, SITE_FOLDER);
  if (isSiteFolderIssue(site)) throw new Error(site.reason);
  const host = createHostIndex([site], { hasLocalNames: false }).find(site.config.hosts[0]?.name ?? '');
  if (!host) throw new Error(`${SITE_FOLDER} has no host`);

  const api = createApiClient(API_URL, API_SECRET);
  const context = { siteId: host.id, folder: host.folder, requestId: 'bench' };
  const read = (async (name, { lang = host.lang, ...input } = {}) =>
    (await api.read(name, input, { ...context, lang })).data) as ApiReader;
  const { createBareRenderFunctions } = (await import(pathToFileURL(bundle).href)) as typeof import('./bare-tree.tsx');
  const tree = await createBareRenderFunctions(host.rendered, path, read);
  await api.close();
  return tree;
}
