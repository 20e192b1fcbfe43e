import { ensureAdmin } from '#server/api/accounts/ensure-admin.ts';
import { openDatabase } from '#server/api/open-database.ts';
import { readServerConfig } from '#server/config.ts';
import { systemErrorToOperatorError } from '#server/exit-with-error.ts';
import { formatIssues } from '#server/import/content-issues.ts';
import { type ImportProgress, type ImportResult, importSite } from '#server/import/import-site.ts';
import { OperatorError } from '#server/operator-error.ts';
import { parseCommandArguments, printJson } from './command-line.ts';
import { readSiteConfigs, requireSiteFolder } from './site-folders.ts';

interface SiteImportResult extends ImportResult {
  folder: string;
}

interface FailedSiteImport {
  folder: string;
  error: string;
  exitCode: number;
}

const steps: Record<ImportProgress['step'], string> = {
  reading: 'Reading',
  pictures: 'Checking pictures and fonts',
  storing: 'Storing files',
  writing: 'Writing tables',
};

/** Shows the progress of an import: on a terminal in one line that is overwritten, otherwise in one line per step. */
function createImportProgressReporter(isShown: boolean) {
  const { isTTY } = process.stdout;
  let lastStep = '';
  const show = ({ step, done, total }: ImportProgress) => {
    if (!isShown) return;
    if (isTTY) process.stdout.write(`\r\u001b[K${steps[step]} ${done}/${total}`);
    else if (step !== lastStep) process.stdout.write(`${steps[step]}\n`);
    lastStep = step;
  };
  return { show, end: () => void (isShown && isTTY && process.stdout.write('\r\u001b[K')) };
}

/** Maximum number of kept rows, and of variants kept in boxes, that are listed. Further ones are only counted. */
const maxListed = 20;

/**
 * Formats the result of an import: the counts, the rows that were kept because staff had edited them, and the variants
 * that were kept because a box contains them.
 */
export function formatSiteImportResult(result: SiteImportResult, isDryRun: boolean): string {
  const { siteId, name, added, changed, removed, kept, omitted, keptRows, keptInBoxes, warnings = [] } = result;
  const counts = [
    [added, 'added'],
    [changed, 'changed'],
    [removed, 'removed'],
    [kept, 'kept because edited'],
    [keptInBoxes.length, 'kept because a box contains them'],
    [omitted, 'omitted because deleted'],
  ].flatMap(([count, label]) => (count ? [`${count} ${label}`] : []));
  const prefix = isDryRun ? 'Dry run, nothing was changed: ' : '';
  const lines = [`${prefix}${name} (site ${siteId}): ${counts.length > 0 ? counts.join(', ') : 'no changes'}.`];
  for (const { table, key, label } of keptRows.slice(0, maxListed))
    lines.push(`  kept: ${table} ${key}${label ? ` "${label}"` : ''}`);
  if (keptRows.length > maxListed) lines.push(`  … and ${keptRows.length - maxListed} more`);
  for (const { id, reference, box } of keptInBoxes.slice(0, maxListed))
    lines.push(`  kept on sale: variant ${id} "${reference}", which the box "${box}" contains`);
  if (keptInBoxes.length > maxListed) lines.push(`  … and ${keptInBoxes.length - maxListed} more`);
  if (warnings.length > 0) lines.push('  warnings:', formatIssues(warnings.slice(0, maxListed)));
  if (warnings.length > maxListed) lines.push(`  … and ${warnings.length - maxListed} more`);
  return `${lines.join('\n')}\n`;
}

/**
 * Runs the command `import <name> … | --all`. Each site is imported in a separate transaction, and a failure does not
 * stop the remaining imports.
 * @returns The exit code of the first failure, or 0.
 */
export async function runSiteImport(args: string[]): Promise<number> {
  const { values, positionals } = parseCommandArguments({
    args,
    allowPositionals: true,
    options: {
      overwrite: { type: 'boolean', default: false },
      all: { type: 'boolean', default: false },
      'dry-run': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  if (values.all === positionals.length > 0)
    throw new OperatorError('Name at least one site, or --all: npm run site -- import <name> … | --all [--overwrite]', {
      exitCode: 64,
    });
  const { sitesDir } = readServerConfig(process.env, 'command');
  const folders = findFolders(sitesDir, values.all ? null : positionals);
  const options = { shouldOverwrite: values.overwrite, isDryRun: values['dry-run'], isJson: values.json };
  const results = await importFolders(folders, options);
  const failures = results.filter((result): result is FailedSiteImport => 'error' in result);
  if (values.json) printJson({ isDryRun: options.isDryRun, sites: results });
  else if (failures.length > 0 && results.length > 1)
    process.stderr.write(
      `${failures.length} of ${results.length} sites failed: ${failures.map(({ folder }) => folder).join(', ')}.\n`,
    );
  return failures[0]?.exitCode ?? 0;
}

interface SiteDir {
  folder: string;
  dir: string;
  /**
   * The issue of `site.json` because of which the site is not imported; null if there is none. A folder with the id of
   * another site would overwrite that site's content.
   */
  conflict: string | null;
}

/** @param requested Names of the folders; null for all sites. */
function findFolders(sitesDir: string, requested: readonly string[] | null): SiteDir[] {
  const { names, issues } = readSiteConfigs(sitesDir);
  return (requested ?? names).map((folder) => ({
    folder,
    dir: requireSiteFolder(sitesDir, names, folder),
    conflict: issues.find((issue) => issue.folder === folder)?.reason ?? null,
  }));
}

interface RunOptions {
  shouldOverwrite: boolean;
  isDryRun: boolean;
  isJson: boolean;
}

async function importFolders(
  folders: readonly SiteDir[],
  { shouldOverwrite, isDryRun, isJson }: RunOptions,
): Promise<(SiteImportResult | FailedSiteImport)[]> {
  const config = readServerConfig(process.env, 'command');
  const database = await openDatabase(config, { clientKind: 'command', purpose: 'site import', poolSize: 2 });
  const progress = createImportProgressReporter(!isJson);
  const importOne = async ({ folder, dir, conflict }: SiteDir): Promise<SiteImportResult> => {
    if (conflict) throw new OperatorError(`The site "${folder}" cannot be imported: ${conflict}`, { exitCode: 65 });
    const options = { shouldOverwrite, isDryRun, onProgress: progress.show };
    const imported = await importSite({ db: database.db, filesDir: config.filesDir }, dir, options);
    if (config.admin && !isDryRun) await ensureAdmin(database.db, imported.siteId, config.admin);
    return { folder, ...imported };
  };
  const results: (SiteImportResult | FailedSiteImport)[] = [];
  try {
    for (const site of folders) {
      const result = await importOne(site).catch((error: unknown) => toFailure(site.folder, error));
      progress.end();
      results.push(result);
      if (!isJson && 'error' in result) process.stderr.write(`${result.error}\n`);
      if (!isJson && !('error' in result)) process.stdout.write(formatSiteImportResult(result, isDryRun));
    }
  } finally {
    await database.close();
  }
  return results;
}

/** Exit code of sysexits.h for an error of the software. */
const softwareErrorExitCode = 70;

/** Converts the error of an import to its result. The stack of an error that the operator cannot correct is shown. */
function toFailure(folder: string, error: unknown): FailedSiteImport {
  const reported = systemErrorToOperatorError(error);
  if (reported instanceof OperatorError) return { folder, error: reported.message, exitCode: reported.exitCode };
  const shown = error instanceof Error ? error.stack : String(error);
  return {
    folder,
    error: `The site "${folder}" could not be imported because of an unexpected error: ${shown}`,
    exitCode: softwareErrorExitCode,
  };
}
