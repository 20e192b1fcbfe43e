import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Ground, rendersOf, startStorefront } from '../ground.ts';
import { runLoad } from '../measure.ts';
import type { Figures, Section } from '../report/report.ts';
import { fullEstate, wineList } from '../sites/write-sites.ts';
import { ask, whenAnswers } from '../started.ts';

const connections = 50;
const seconds = 12;
const paths = ['/', wineList, '/notre-domaine', '/contact', '/nos-produits/les-jus-de-raisin', '/legal-notice'];
const newName = 'Cognac VS (nouvelle étiquette)';

/** An import while visitors keep asking: each page is to be made anew once, and nobody is to be turned away. */
export async function measureChange(ground: Ground): Promise<{ section: Section; figures: Figures }> {
  const storefront = await startStorefront(ground, { name: 'storefront, changed', sitesDir: ground.estateDir });
  await whenAnswers(storefront, '/readyz');
  const headers = { host: fullEstate.host, 'accept-encoding': 'br' };
  for (const path of paths) await whenAnswers(storefront, path, fullEstate.host);

  const loading = runLoad({
    url: storefront.url,
    connections,
    duration: seconds,
    requests: paths.map((path) => ({ path, headers })),
  });
  await sleep(2_000);
  await rendersOf(storefront);
  await renameProduct(ground.estateDir);
  await ground.importSite(ground.estateDir, fullEstate.folder);
  const imported = performance.now();
  while (!(await ask(storefront, wineList, { host: fullEstate.host })).body.includes(newName)) {
    if (performance.now() - imported > 5_000) throw new Error('the change did not reach the storefront in 5 s');
    await sleep(5);
  }
  const seen = performance.now() - imported;
  const result = await loading;
  const renders = await rendersOf(storefront);
  await storefront.stop();

  const counts = paths.map((path) => renders[`${fullEstate.id} ${path}`] ?? 0);
  const figures: Figures = {
    'change.rendersPerPage': Math.max(...counts),
    'change.failed': result.otherStatus + result.errors,
    'change.slowestMs': result.slowest,
    'change.seenMs': seen,
  };
  return {
    figures,
    section: {
      title: 'A change under load',
      text: [
        `${connections} connections ask for ${paths.length} pages in turn, for ${seconds} s; meanwhile an import changes a product. ` +
          `The new name was on the page ${Math.round(seen)} ms after the import had ended. Of ${result.requests} requests ` +
          `${result.otherStatus + result.errors} failed; the slowest took ${Math.round(result.slowest)} ms.`,
      ],
      columns: ['page', 'renders'],
      rows: paths.map((path, index) => [path, counts[index] ?? 0]),
    },
  };
}

async function renameProduct(sitesDir: string): Promise<void> {
  const file = join(sitesDir, fullEstate.folder, 'content/products/cognac-vs.json');
  const product = JSON.parse(await readFile(file, 'utf8')) as object;
  await writeFile(file, JSON.stringify({ ...product, name: newName }));
}
