import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readServerConfig } from '#server/config.ts';
import { formatIssues, toContentIssues } from '#server/import/content-issues.ts';
import { checkSiteFolder } from '#server/import/import-site.ts';
import { OperatorError } from '#server/operator-error.ts';
import { readRunningPort } from '#server/running-port.ts';
import { resolveSiteConflicts } from '#server/storefront/sites/resolve-site-conflicts.ts';
import { defaultLang } from '#shared/languages.ts';
import { SiteConfig } from '#shared/site/site-config.ts';
import { parseCommandArguments } from './parse-command-arguments.ts';
import { readSiteConfigs, type SiteConfigListing } from './site-folders.ts';
import { writeStarterMedia } from './starter-media.ts';
import { assertSiteNameAndIdUnused, readStoredSites, type StoredSite } from './stored-sites.ts';

const starter = fileURLToPath(new URL('./starter', import.meta.url));

/** Runs the command `new <name>`, which writes a complete site folder from the starter. */
export async function runSiteNew(args: string[]): Promise<number> {
  const { values, positionals } = parseCommandArguments({
    args,
    allowPositionals: true,
    options: {
      id: { type: 'string' },
      host: { type: 'string' },
      title: { type: 'string' },
      lang: { type: 'string' },
      open: { type: 'boolean', default: false },
    },
  });
  const [name] = positionals;
  if (!name || positionals.length > 1 || !/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(name))
    throw new OperatorError(
      'A new site needs one name of lower-case letters, digits and hyphens: npm run site -- new <name>',
      {
        exitCode: 64,
      },
    );
  const serverConfig = readServerConfig(process.env, 'command');
  const { sitesDir } = serverConfig;
  const port = readRunningPort(serverConfig.dataDir) ?? serverConfig.port;
  await mkdir(sitesDir, { recursive: true });
  const folders = readSiteConfigs(sitesDir);
  if (folders.names.includes(name))
    throw new OperatorError(`${join(sitesDir, name)} exists already.`, { exitCode: 73 });
  const stored = await readStoredSites(serverConfig);
  const config = createConfig(name, values, unusedId(folders, stored));
  assertNoConflict(name, config, folders);
  assertSiteNameAndIdUnused(name, config.id, stored);
  await writeStarterSite(sitesDir, name, config, { isOpen: values.open });
  process.stdout.write(successMessage({ sitesDir, port }, name, config, values.open));
  return 0;
}

interface NewSiteOptions {
  id?: string | undefined;
  host?: string | undefined;
  title?: string | undefined;
  lang?: string | undefined;
}

function createConfig(
  name: string,
  { id, host = `${name}.example`, title, lang = defaultLang }: NewSiteOptions,
  nextId: number,
): SiteConfig {
  const parsed = SiteConfig.safeParse({
    $schema: '../site.schema.json',
    id: id === undefined ? nextId : Number(id),
    name: title ?? titleFromName(name),
    hosts: [{ name: host }],
    origin: `https://${host}`,
    languages: [lang],
    defaultLang: lang,
  });
  if (parsed.success) return parsed.data;
  throw new OperatorError(
    `The new site would be invalid:\n${formatIssues(toContentIssues('site.json', parsed.error.issues))}`,
    {
      exitCode: 64,
    },
  );
}

const unusedId = ({ sites }: SiteConfigListing, stored: readonly StoredSite[]): number =>
  Math.max(41, ...sites.map(({ config }) => config.id), ...stored.map(({ id }) => id)) + 1;

/** Converts a folder name to a title: `chateau-bel-air` → `Chateau Bel Air`. */
const titleFromName = (name: string): string =>
  name.replace(/(^|-)([a-z0-9])/g, (_, dash: string, letter: string) => (dash && ' ') + letter.toUpperCase());

function assertNoConflict(name: string, config: SiteConfig, { sites }: SiteConfigListing): void {
  const issue = resolveSiteConflicts([...sites, { folder: name, config }]).issues.find(({ folder }) => folder === name);
  if (issue) throw new OperatorError(`${name}: ${issue.reason}.`, { exitCode: 65 });
}

/**
 * Writes a complete site folder from the starter. It is written under a name that begins with a dot, which a running
 * storefront ignores, and then renamed, so that the storefront never reads an incomplete folder.
 */
export async function writeStarterSite(
  sitesDir: string,
  name: string,
  config: SiteConfig,
  { isOpen }: { isOpen: boolean },
): Promise<void> {
  const draft = join(sitesDir, `.new-${name}`);
  await rm(draft, { recursive: true, force: true });
  try {
    await cp(starter, join(draft, 'content'), { recursive: true });
    await replacePlaceholders(join(draft, 'content'), {
      __ESTATE__: config.name,
      __HOST__: config.hosts[0]?.name ?? '',
      __NOW__: new Date().toISOString(),
    });
    if (!isOpen) await markAsBuilding(join(draft, 'content/site-info.json'));
    await writeStarterMedia(join(draft, 'media'), config.name);
    await writeFile(join(draft, 'site.json'), `${JSON.stringify(config, null, 2)}\n`);
    const issues = await checkSiteFolder(draft);
    if (issues.length > 0) throw new Error(`The starter is invalid:\n${formatIssues(issues)}`);
    await rename(draft, join(sitesDir, name));
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Marks the site as being built. Visitors see "opening soon" until `site-info.json` is changed and imported. */
async function markAsBuilding(file: string): Promise<void> {
  const info = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
  await writeFile(file, `${JSON.stringify({ ...info, isBuilding: true }, null, 2)}\n`);
}

/** Replaces placeholders such as `__ESTATE__` in all files of a folder. In JSON files the values are escaped. */
async function replacePlaceholders(dir: string, values: Record<string, string>): Promise<void> {
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const toFileText = (value: string) => (entry.name.endsWith('.json') ? JSON.stringify(value).slice(1, -1) : value);
    const text = await readFile(file, 'utf8');
    await writeFile(
      file,
      text.replace(/__[A-Z]+__/g, (placeholder) => toFileText(values[placeholder] ?? placeholder)),
    );
  }
}

const successMessage = (
  { sitesDir, port }: { sitesDir: string; port: number },
  name: string,
  config: SiteConfig,
  isOpen: boolean,
): string =>
  `${join(sitesDir, name)} has been created: "${config.name}", site ${config.id}, at ${config.hosts[0]?.name}.
A running "npm start" serves it within seconds, locally at http://${name}.localhost:${port}.
With a separate API, import it: npm run site -- import ${name}
${isOpen ? 'It is ready to sell.' : 'Its visitors read "opening soon". To open it, set isBuilding to false in content/site-info.json and import it.'}
Carriers and prices are in content/carriers.json, payment methods in content/payment-methods.json.
Texts are in content/, pictures in media/. After changing them: npm run site -- import ${name}
`;
