import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkSiteFolder } from '#server/import/import-site.ts';
import { createTemporaryFolder } from '#tests/support/fixtures/starter-site.ts';
import {
  fullEstateSite,
  templateSiteFolder,
  writeFullEstateSite,
  writeTemplateSite,
} from '../../../bench/sites/write-sites.ts';

test.each([
  ['full estate', writeFullEstateSite, fullEstateSite.folder],
  ['template of the generated sites', writeTemplateSite, templateSiteFolder],
])('the import accepts the %s that the benchmark derives from the demonstration estate', async (_, write, folder) => {
  const sitesDir = await createTemporaryFolder();
  await write(sitesDir);
  expect(await checkSiteFolder(join(sitesDir, folder))).toEqual([]);
});
