import { parseArgs } from 'node:util';
import { readConfig } from '#server/config.ts';
import { type ContentIssue, formatIssues } from '#server/import/content-issues.ts';
import { checkFolder } from '#server/import/import-site.ts';
import { readSiteFolders, requireSiteFolder, type SiteFolders } from './site-folders.ts';

/** `check [<name> …]`: validates sites. @returns The exit code 1 if a site is invalid. */
export async function siteCheck(args: string[]): Promise<number> {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  const { sitesDir } = readConfig(process.env, 'command');
  const folders = readSiteFolders(sitesDir);
  let count = 0;
  for (const name of positionals.length > 0 ? positionals : folders.names) {
    const issues = await findIssues(requireSiteFolder(sitesDir, folders.names, name), name, folders);
    count += issues.length;
    process.stdout.write(issues.length === 0 ? `${name}: valid\n` : `${name}:\n${formatIssues(issues)}\n`);
  }
  if (count > 0) process.stderr.write(`${count} ${count === 1 ? 'issue' : 'issues'} found.\n`);
  return count > 0 ? 1 : 0;
}

/** Combines the issues of the import with those that only the storefront finds, such as conflicts between sites. */
async function findIssues(dir: string, name: string, folders: SiteFolders): Promise<ContentIssue[]> {
  const importIssues = await checkFolder(dir);
  if (importIssues.some(({ file }) => file === 'site.json')) return importIssues;
  const siteIssues = folders.issues.filter(({ folder }) => folder === name);
  return [
    ...siteIssues.map(({ reason }) => ({ file: 'site.json', path: '', reason: reason.replace(/^site\.json: /, '') })),
    ...importIssues,
  ];
}
