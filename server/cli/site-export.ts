import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openDatabase } from '#server/api/open-database.ts';
import { readServerConfig } from '#server/config.ts';
import { exportSiteContent, writeExportedSiteConfig } from '#server/export/export-site-content.ts';
import { formatIssues } from '#server/import/content-issues.ts';
import { checkSiteFolder } from '#server/import/import-site.ts';
import { OperatorError } from '#server/operator-error.ts';
import { parseCommandArguments } from './command-line.ts';
import { readStoredSiteRows, requireStoredSite } from './stored-sites.ts';

export async function runSiteExport(args: string[]): Promise<number> {
  const { values, positionals } = parseCommandArguments({
    args,
    allowPositionals: true,
    options: { to: { type: 'string' } },
  });
  const [name] = positionals;
  if (!name || positionals.length > 1 || !values.to)
    throw new OperatorError('Name one site and a folder: npm run site -- export <name|id> --to <folder>', {
      exitCode: 64,
    });
  const dir = resolve(values.to);
  if (existsSync(dir)) throw new OperatorError(`${dir} exists; choose another folder.`, { exitCode: 73 });
  const config = readServerConfig(process.env, 'command');
  const database = await openDatabase(config, { clientKind: 'command', purpose: 'site export', poolSize: 2 });
  try {
    const site = requireStoredSite(await readStoredSiteRows(database), name);
    const count = await exportSiteContent({ ...database, filesDir: config.filesDir }, site.id, dir);
    const identity = join(config.sitesDir, site.folder ?? '', 'site.json');
    await writeExportedSiteConfig(database.db, site.id, {
      from: site.folder && existsSync(identity) ? identity : null,
      to: join(dir, 'site.json'),
    });
    process.stdout.write(`${count} files of "${site.name}" (site ${site.id}) were written to ${dir}.\n`);
    const issues = await checkSiteFolder(dir);
    if (issues.length > 0)
      process.stderr.write(
        `Warning: the site has values that this version refuses. They were written as they are stored; correct them\n` +
          `before an import of the folder, or in the panel, and check it with npm run site -- check:\n${formatIssues(issues)}\n`,
      );
  } finally {
    await database.close();
  }
  return 0;
}
