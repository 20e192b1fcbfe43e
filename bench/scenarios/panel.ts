import { chromium } from 'playwright-core';
import { type OpenedDatabase, openDatabase } from '#server/api/open-database.ts';
import { browserFlags, findBrowser } from '#tests/support/browser/browser.ts';
import { createCustomer } from '#tests/support/fixtures/create-customer.ts';
import type { SharedBenchResources } from '../environment/environment.ts';
import type { BenchProfile } from '../environment/profiles.ts';
import { spawnStorefrontProcess } from '../environment/start-storefront.ts';
import { type PinnedServer, waitUntilReady } from '../processes/server-process.ts';
import type { BenchPartReport } from '../report/report.ts';
import { fullEstateSite } from '../sites/write-sites.ts';
import { buildPanelVisitsPartReport, panelCpuSlowdown } from './panel-report.ts';
import { measurePanelVisit, type PanelVisit } from './panel-visits.ts';

/** Measures how soon the admin panel shows its first screen in a slow browser with an empty cache. */
export async function measurePanel(
  environment: SharedBenchResources,
  { panelVisits }: BenchProfile,
): Promise<BenchPartReport> {
  const { dataDir } = environment;
  // Without a certificate, browsers treat of all host names only localhost and those below it as secure.
  const extraEnv = { LOCAL_NAMES: 'on' };
  const storefront = await spawnStorefrontProcess(environment, { name: 'storefront, panel', extraEnv });
  await waitUntilReady(storefront, '/readyz');
  await waitUntilReady(storefront, '/', localHost(storefront));
  const database = await openDatabase({ databaseUrl: null, dataDir }, { clientKind: 'command', poolSize: 2 });
  try {
    return buildPanelVisitsPartReport(await visitPanel(storefront, database, panelVisits));
  } finally {
    await database.close();
    await storefront.stop();
  }
}

const localHost = ({ url }: PinnedServer): string => `${fullEstateSite.folder}.localhost:${new URL(url).port}`;

async function visitPanel(storefront: PinnedServer, database: OpenedDatabase, count: number): Promise<PanelVisit[]> {
  const { id: site } = fullEstateSite;
  const { token } = await createCustomer(database, { site, role: 'SUPER_ADMIN' });
  const executablePath = findBrowser();
  const browser = await chromium.launch({ args: browserFlags, ...(executablePath && { executablePath }) });
  const visits: PanelVisit[] = [];
  try {
    for (let visit = 0; visit < count; visit++) {
      const cookies = { token, idSite: String(site) };
      const origin = `http://${localHost(storefront)}`;
      visits.push(await measurePanelVisit(browser, { origin, cookies, cpuSlowdown: panelCpuSlowdown }));
    }
  } finally {
    await browser.close();
  }
  return visits;
}
