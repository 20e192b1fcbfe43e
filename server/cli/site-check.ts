import { readServerConfig } from '#server/config.ts';
import { type ContentIssue, formatIssues } from '#server/import/content-issues.ts';
import { findSiteFolderWarnings } from '#server/import/find-site-folder-warnings.ts';
import { inspectSiteFolder } from '#server/import/import-site.ts';
import { parseCommandArguments, printJson } from './command-line.ts';
import { readSiteConfigs, requireSiteFolder, type SiteConfigListing } from './site-folders.ts';

interface CheckedSite {
  folder: string;
  isValid: boolean;
  issues: ContentIssue[];
  warnings: ContentIssue[];
}

/** With `--errors` it lists only what prevents an import. @returns The exit code, which is 1 if a site is invalid. */
export async function runSiteCheck(args: string[]): Promise<number> {
  const { values, positionals } = parseCommandArguments({
    args,
    allowPositionals: true,
    options: { json: { type: 'boolean', default: false }, errors: { type: 'boolean', default: false } },
  });
  const { sitesDir } = readServerConfig(process.env, 'command');
  const folders = readSiteConfigs(sitesDir);
  const sites: CheckedSite[] = [];
  for (const folder of positionals.length > 0 ? positionals : folders.names) {
    const dir = requireSiteFolder(sitesDir, folders.names, folder);
    const checked = await checkSite(dir, folder, folders).catch((error: unknown) => toUncheckedSite(folder, error));
    sites.push(checked);
    if (!values.json && !values.errors) process.stdout.write(format(checked));
    if (!values.json && values.errors && !checked.isValid) process.stdout.write(format({ ...checked, warnings: [] }));
  }
  if (values.json) printJson({ sites });
  const count = sites.reduce((total, { issues }) => total + issues.length, 0);
  const warnings = sites.reduce((total, site) => total + site.warnings.length, 0);
  if (!values.json && (count > 0 || warnings > 0))
    process.stderr.write(`${formatCount(count, 'issue')} found. ${formatCount(warnings, 'warning')}.\n`);
  return count > 0 ? 1 : 0;
}

const formatCount = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

async function checkSite(dir: string, folder: string, folders: SiteConfigListing): Promise<CheckedSite> {
  const inspected = await inspectSiteFolder(dir);
  const issues = addSiteIssues(inspected.issues, folder, folders);
  const warnings = [...(await findSiteFolderWarnings(dir)), ...inspected.warnings];
  return { folder, isValid: issues.length === 0, issues, warnings };
}

/** Reports a site on which the check itself failed, so that the remaining sites are checked nevertheless. */
function toUncheckedSite(folder: string, error: unknown): CheckedSite {
  const reason = `could not be checked: ${error instanceof Error ? error.message : String(error)}`;
  return { folder, isValid: false, issues: [{ file: 'site.json', path: '', reason }], warnings: [] };
}

function format({ folder, isValid, issues, warnings }: CheckedSite): string {
  const result = isValid ? `${folder}: valid\n` : `${folder}:\n${formatIssues(issues)}\n`;
  return warnings.length > 0 ? `${result}  warnings:\n${formatIssues(warnings)}\n` : result;
}

/**
 * Combines the issues that an import would report with those that only the storefront finds, such as conflicts between
 * sites.
 */
function addSiteIssues(importIssues: ContentIssue[], name: string, folders: SiteConfigListing): ContentIssue[] {
  if (importIssues.some(({ file }) => file === 'site.json')) return importIssues;
  const siteIssues = folders.issues.filter(({ folder }) => folder === name);
  return [
    ...siteIssues.map(({ reason }) => ({ file: 'site.json', path: '', reason: reason.replace(/^site\.json: /, '') })),
    ...importIssues,
  ];
}
