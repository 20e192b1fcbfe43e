import { formatIssues } from '#server/import/content-issues.ts';
import type { ImportProgress, ImportResult } from '#server/import/import-site.ts';

export interface SiteImportResult extends ImportResult {
  folder: string;
}

export interface FailedSiteImport {
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
export function createImportProgressReporter(isShown: boolean) {
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
