import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSiteConfigs } from '#server/cli/site-folders.ts';
import { checkSiteFolder } from '#server/import/import-site.ts';
import { createTemporaryFolder } from '#tests/support/fixtures/starter-site.ts';
import {
  fullEstateSite,
  neighbourSite,
  templateSiteFolderName,
  writeFullEstateSite,
  writeTemplateSite,
} from '../../../../bench/sites/write-sites.ts';

test.each([
  ['full estate', (dir: string) => writeFullEstateSite(dir), fullEstateSite.folder],
  ['second full estate', (dir: string) => writeFullEstateSite(dir, neighbourSite), neighbourSite.folder],
  ['template of the generated sites', writeTemplateSite, templateSiteFolderName],
])('the import accepts the %s that the benchmark derives from the demonstration estate', async (_, write, folder) => {
  const sitesDir = await createTemporaryFolder();
  await write(sitesDir);
  expect(await checkSiteFolder(join(sitesDir, folder))).toEqual([]);
});

test('the two full estates have different ids and hosts, so that one of them can be attacked', async () => {
  const sitesDir = await createTemporaryFolder();
  await writeFullEstateSite(sitesDir);
  await writeFullEstateSite(sitesDir, neighbourSite);
  const { sites, issues } = readSiteConfigs(sitesDir);
  expect(issues).toEqual([]);
  expect(sites.map(({ config: { id, hosts } }) => [id, hosts[0]?.name]).sort()).toEqual([
    [fullEstateSite.id, fullEstateSite.host],
    [neighbourSite.id, neighbourSite.host],
  ]);
});
