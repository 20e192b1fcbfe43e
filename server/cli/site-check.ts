import { parseArgs } from 'node:util';
import { readConfig } from '#server/config.ts';
import { type Fault, faultLines } from '#server/import/faults.ts';
import { checkFolder } from '#server/import/import-site.ts';
import { readSiteFolders, requireSiteFolder, type SiteFolders } from './site-folders.ts';

/** `check [<name> …]`: 1 where a site has a fault. */
export async function siteCheck(args: string[]): Promise<number> {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  const { sitesDir } = readConfig(process.env, 'command');
  const folders = readSiteFolders(sitesDir);
  let count = 0;
  for (const name of positionals.length > 0 ? positionals : folders.names) {
    const faults = await faultsOf(requireSiteFolder(sitesDir, folders.names, name), name, folders);
    count += faults.length;
    process.stdout.write(faults.length === 0 ? `${name}: right\n` : `${name}:\n${faultLines(faults)}\n`);
  }
  if (count > 0) process.stderr.write(`${count === 1 ? 'One fault' : `${count} faults`}.\n`);
  return count > 0 ? 1 : 0;
}

/** What importing says of a folder, and what serving says of its `site.json` beyond that. */
async function faultsOf(dir: string, name: string, { issues: told }: SiteFolders): Promise<Fault[]> {
  const faults = await checkFolder(dir);
  if (faults.some(({ file }) => file === 'site.json')) return faults;
  const own = told.filter(({ folder }) => folder === name);
  return [
    ...own.map(({ reason }) => ({ file: 'site.json', path: '', reason: reason.replace(/^site\.json: /, '') })),
    ...faults,
  ];
}
