import { parseArgs } from 'node:util';
import { ensureAdmin } from '#server/api/accounts/ensure-admin.ts';
import { openDatabase } from '#server/api/open-database.ts';
import { readConfig } from '#server/config.ts';
import { type Imported, type ImportProgress, importSite } from '#server/import/import-site.ts';
import { OperatorError } from '#server/operator-error.ts';
import { readSiteFolders, requireSiteFolder } from './site-folders.ts';

/** `import <name> … | --all [--overwrite]`. The first site that fails ends it; those before it are imported. */
export async function siteImport(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { overwrite: { type: 'boolean', default: false }, all: { type: 'boolean', default: false } },
  });
  if (values.all === positionals.length > 0)
    throw new OperatorError('Which site? npm run site -- import <name> … | --all [--overwrite]', { exitCode: 64 });
  const config = readConfig(process.env, 'command');
  const dirs = foldersToImport(config.sitesDir, values.all ? readSiteFolders(config.sitesDir).names : positionals);
  const database = await openDatabase(config, { clientKind: 'command', poolSize: 2 });
  try {
    for (const dir of dirs) {
      const show = progressLine();
      const options = { overwrite: values.overwrite, onProgress: show };
      const imported = await importSite({ db: database.db, filesDir: config.filesDir }, dir, options).finally(show.end);
      if (config.admin) await ensureAdmin(database.db, imported.siteId, config.admin);
      process.stdout.write(`${summary(imported)}\n`);
    }
  } finally {
    await database.close();
  }
  return 0;
}

/** A folder that claims another's id would put its content into the other's site. */
function foldersToImport(sitesDir: string, names: readonly string[]): string[] {
  const folders = readSiteFolders(sitesDir);
  const dirs = names.map((name) => requireSiteFolder(sitesDir, folders.names, name));
  const fault = folders.issues.find(({ folder }) => names.includes(folder));
  if (fault)
    throw new OperatorError(`The site "${fault.folder}" cannot be imported: ${fault.reason}`, { exitCode: 65 });
  return dirs;
}

const steps: Record<ImportProgress['step'], string> = {
  reading: 'Reading',
  pictures: 'Looking at pictures and fonts',
  storing: 'Storing files',
  writing: 'Writing tables',
};

/** On a terminal one line that counts; elsewhere a line for each step. */
function progressLine() {
  let last = '';
  const show = ({ step, done, total }: ImportProgress) => {
    if (process.stdout.isTTY) process.stdout.write(`\r\u001b[K${steps[step]} ${done}/${total}`);
    else if (step !== last) process.stdout.write(`${steps[step]}\n`);
    last = step;
  };
  return Object.assign(show, { end: () => void (process.stdout.isTTY && process.stdout.write('\r\u001b[K')) });
}

function summary({ siteId, name, added, changed, removed, kept, leftOut }: Imported): string {
  const counts = [
    [added, 'added'],
    [changed, 'changed'],
    [removed, 'removed'],
    [kept, 'kept as edited since'],
    [leftOut, 'left out as deleted since'],
  ].flatMap(([count, what]) => (count ? [`${count} ${what}`] : []));
  return `${name} (site ${siteId}): ${counts.length > 0 ? counts.join(', ') : 'nothing has changed'}.`;
}
