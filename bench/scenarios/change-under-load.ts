import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SharedBenchResources } from '../environment/environment.ts';
import { readAndResetRenderCounts, spawnStorefrontProcess } from '../environment/start-storefront.ts';
import { countFailedRequests, type LoadResult } from '../load/load-plan.ts';
import { runLoad } from '../load/run-load.ts';
import { sendRequest } from '../processes/send-request.ts';
import { type PinnedServer, waitUntilReady } from '../processes/server-process.ts';
import type { BenchPartReport } from '../report/report.ts';
import { fullEstateSite, wineListPath } from '../sites/write-sites.ts';

const connections = 50;
/** Duration of the load in seconds. It must exceed the duration of an import under load. */
const durationSeconds = 30;
const delayBeforeChangeMs = 2_000;
const visibilityTimeoutMs = 5_000;
const paths = ['/', wineListPath, '/notre-domaine', '/contact', '/nos-produits/les-jus-de-raisin', '/legal-notice'];
const newName = 'Cognac VS (nouvelle étiquette)';

/** Imports a changed product under load. The goals are that each page is rendered once and that no request fails. */
export async function measureChangeUnderLoad(environment: SharedBenchResources): Promise<BenchPartReport> {
  const storefront = await spawnStorefrontProcess(environment, { name: 'storefront, changed' });
  await waitUntilReady(storefront, '/readyz');
  for (const path of paths) await waitUntilReady(storefront, path, fullEstateSite.host);

  const headers = { host: fullEstateSite.host, 'accept-encoding': 'br' };
  const requests = paths.map((path) => ({ path, headers }));
  const load = runLoad({ url: storefront.url, connections, durationSeconds, requests });
  const [result, visibleAfterMs] = await Promise.all([load, changeProduct(environment, storefront)]);
  const renderCounts = await readAndResetRenderCounts(storefront);
  await storefront.stop();
  const renders = paths.map((path) => renderCounts[`${fullEstateSite.id} ${path}`] ?? 0);
  // Without load no page would be rendered again, and the goal of one render would be met by accident.
  if (renders.includes(0)) throw new Error(`the import took longer than the load of ${durationSeconds} s`);
  return reportChange(result, renders, visibleAfterMs);
}

/** Imports a renamed product. @returns The milliseconds from the end of the import until pages show the new name. */
async function changeProduct(environment: SharedBenchResources, storefront: PinnedServer): Promise<number> {
  await sleep(delayBeforeChangeMs);
  await readAndResetRenderCounts(storefront);
  await renameProduct(environment.estateDir);
  await environment.importSite(environment.estateDir, fullEstateSite.folder);
  return waitUntilVisible(storefront);
}

/** Waits until the wine list shows the new name. @returns The milliseconds that it took. */
async function waitUntilVisible(storefront: PinnedServer): Promise<number> {
  const startedAt = performance.now();
  const isVisible = async () =>
    (await sendRequest(storefront, wineListPath, { host: fullEstateSite.host })).body.includes(newName);
  while (!(await isVisible())) {
    if (performance.now() - startedAt > visibilityTimeoutMs)
      throw new Error(`the change was not visible after ${visibilityTimeoutMs} ms`);
    await sleep(5);
  }
  return performance.now() - startedAt;
}

function reportChange(result: LoadResult, renders: readonly number[], visibleAfterMs: number): BenchPartReport {
  const failed = countFailedRequests(result);
  return {
    metrics: {
      'change.rendersPerPage': Math.max(...renders),
      'change.failed': failed,
      'change.maxMs': result.maxMs,
      'change.visibleAfterMs': visibleAfterMs,
    },
    sections: [
      {
        title: 'A change under load',
        text: [
          `${connections} connections request ${paths.length} pages in turn for ${durationSeconds} s while an import changes a product. ` +
            `The new name was visible ${Math.round(visibleAfterMs)} ms after the import had ended. ${failed} of ` +
            `${result.requests} requests failed; the slowest took ${Math.round(result.maxMs)} ms.`,
        ],
        columns: ['page', 'renders'],
        rows: paths.map((path, index) => [path, renders[index] ?? 0]),
      },
    ],
  };
}

async function renameProduct(sitesDir: string): Promise<void> {
  const file = join(sitesDir, fullEstateSite.folder, 'content/products/cognac-vs.json');
  const product = JSON.parse(await readFile(file, 'utf8')) as object;
  await writeFile(file, JSON.stringify({ ...product, name: newName }));
}
