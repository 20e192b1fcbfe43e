import { parseArgs } from 'node:util';
import { ensureAdmin } from '#server/api/accounts/ensure-admin.ts';
import { openDatabase } from '#server/api/open-database.ts';
import { readConfig } from '#server/config.ts';
import { type ImportProgress, type ImportResult, importSite } from '#server/import/import-site.ts';
import { OperatorError } from '#server/operator-error.ts';
import { readSiteFolders, requireSiteFolder } from './site-folders.ts';

/** `import <name> … | --all [--overwrite]`: stops at the first site that fails; the sites before it stay imported. */
export async function siteImport(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { overwrite: { type: 'boolean', default: false }, all: { type: 'boolean', default: false } },
  });
  if (values.all === positionals.length > 0)
    throw new OperatorError('Name at least one site, or --all: npm run site -- import <name> … | --all [--overwrite]', {
      exitCode: 64,
    });
  const config = readConfig(process.env, 'command');
  const dirs = foldersToImport(config.sitesDir, values.all ? readSiteFolders(config.sitesDir).names : positionals);
  const database = await openDatabase(config, { clientKind: 'command', poolSize: 2 });
  try {
    for (const dir of dirs) {
      const progress = createProgressLine();
      const options = { overwrite: values.overwrite, onProgress: progress.show };
      const imported = await importSite({ db: database.db, filesDir: config.filesDir }, dir, options).finally(
        progress.end,
      );
      if (config.admin) await ensureAdmin(database.db, imported.siteId, config.admin);
      process.stdout.write(`${summary(imported)}\n`);
    }
  } finally {
    await database.close();
  }
  return 0;
}

/** Rejects conflicts between sites: a folder with the id of another site would overwrite its content. */
function foldersToImport(sitesDir: string, names: readonly string[]): string[] {
  const folders = readSiteFolders(sitesDir);
  const dirs = names.map((name) => requireSiteFolder(sitesDir, folders.names, name));
  const issue = folders.issues.find(({ folder }) => names.includes(folder));
  if (issue)
    throw new OperatorError(`The site "${issue.folder}" cannot be imported: ${issue.reason}`, { exitCode: 65 });
  return dirs;
}

const steps: Record<ImportProgress['step'], string> = {
  reading: 'Reading',
  pictures: 'Checking pictures and fonts',
  storing: 'Storing files',
  writing: 'Writing tables',
};

/** Shows the progress in one line on a terminal, otherwise in one line per step. */
function createProgressLine() {
  let lastStep = '';
  const show = ({ step, done, total }: ImportProgress) => {
    if (process.stdout.isTTY) process.stdout.write(`\r\u001b[K${steps[step]} ${done}/${total}`);
    else if (step !== lastStep) process.stdout.write(`${steps[step]}\n`);
    lastStep = step;
  };
  return { show, end: () => void (process.stdout.isTTY && process.stdout.write('\r\u001b[K')) };
}

function summary({ siteId, name, added, changed, removed, kept, omitted }: ImportResult): string {
  const counts = [
    [added, 'added'],
    [changed, 'changed'],
    [removed, 'removed'],
    [kept, 'kept because edited'],
    [omitted, 'omitted because deleted'],
  ].flatMap(([count, label]) => (count ? [`${count} ${label}`] : []));
  return `${name} (site ${siteId}): ${counts.length > 0 ? counts.join(', ') : 'no changes'}.`;
}
