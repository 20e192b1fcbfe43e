import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { readServerConfig } from '#server/config.ts';
import { formatIssues, toContentIssues } from '#server/import/content-issues.ts';
import { checkSiteFolder } from '#server/import/import-site.ts';
import { OperatorError } from '#server/operator-error.ts';
import { readRunningPort } from '#server/running-port.ts';
import { resolveSiteConflicts } from '#server/storefront/sites/resolve-site-conflicts.ts';
import { escapeHtml } from '#shared/escape-html.ts';
import { defaultLang } from '#shared/languages.ts';
import { SiteConfig } from '#shared/site/site-config.ts';
import { parseCommandArguments } from './command-line.ts';
import { readSiteConfigs, type SiteConfigListing } from './site-folders.ts';
import { assertSiteUnused, readStoredSites, type StoredSite } from './stored-sites.ts';

const starter = fileURLToPath(new URL('./starter', import.meta.url));

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
  assertSiteUnused(name, config.id, stored);
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

interface BottleColours {
  glass: string;
  capsule: string;
  ink: string;
}

const bottles: Record<string, BottleColours> = {
  red: { glass: '#2e1a22', capsule: '#5b2a3c', ink: '#5b2a3c' },
  white: { glass: '#8f8c55', capsule: '#b38a3c', ink: '#6b6231' },
  juice: { glass: '#6b2545', capsule: '#3f5a3c', ink: '#3f5a3c' },
};

async function writeStarterMedia(mediaDir: string, estate: string): Promise<void> {
  const logos: [string, string][] = [
    ['logos/logo.svg', logo(estate, '#4b2e39')],
    ['logos/logo-light.svg', logo(estate, '#f8f5f0')],
    ['logos/favicon.svg', favicon(estate)],
  ];
  for (const [path, svg] of logos) await writeMedia(join(mediaDir, path), Buffer.from(svg));
  for (const [name, colours] of Object.entries(bottles))
    await writeMedia(join(mediaDir, `bottles/${name}.webp`), await toWebp(bottle(colours)));
  await writeMedia(join(mediaDir, 'views/estate.webp'), await toWebp(landscape));
}

async function writeMedia(file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, bytes);
}

const toWebp = (svg: string): Promise<Buffer> => sharp(Buffer.from(svg)).webp({ quality: 82 }).toBuffer();

function logo(estate: string, ink: string): string {
  const width = Math.max(240, estate.length * 24 + 60);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 88" width="${width}" height="88" role="img">
  <text x="${width / 2}" y="46" text-anchor="middle" font-family="serif" font-size="38" letter-spacing="1" fill="${ink}">${escapeHtml(estate)}</text>
  <path d="M${width / 2 - 60} 68h120" stroke="#b38a3c" stroke-width="2"/>
</svg>\n`;
}

const favicon = (
  estate: string,
): string => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">
  <rect width="64" height="64" rx="12" fill="#5b2a3c"/>
  <text x="32" y="46" text-anchor="middle" font-family="serif" font-size="40" fill="#f8f5f0">${escapeHtml([...estate][0] ?? '')}</text>
</svg>\n`;

/** Draws a bottle. All bottles have the same height of 2000 pixels, so that they align in lists. */
const bottle = ({
  glass,
  capsule,
  ink,
}: BottleColours): string => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 540 2000" width="540" height="2000">
  <defs><linearGradient id="light"><stop offset="0" stop-opacity=".35"/><stop offset=".2" stop-color="#fff" stop-opacity=".35"/><stop offset=".34" stop-opacity="0"/><stop offset=".8" stop-opacity=".1"/><stop offset="1" stop-opacity=".5"/></linearGradient></defs>
  <path id="glass" d="M208 40h124v520c0 120 168 160 168 330v1010q0 60-60 60H100q-60 0-60-60V890c0-170 168-210 168-330z" fill="${glass}"/>
  <path d="M208 40h124v520c0 120 168 160 168 330v1010q0 60-60 60H100q-60 0-60-60V890c0-170 168-210 168-330z" fill="url(#light)"/>
  <path d="M204 34h132v330H204z" fill="${capsule}"/><path d="M204 34h132v330H204z" fill="url(#light)" opacity=".6"/>
  <path d="M40 1080h460v560H40z" fill="#f4efe4"/><path d="M40 1080h460v560H40z" fill="url(#light)" opacity=".35"/>
  <path d="M90 1130h360M90 1590h360" stroke="${ink}" stroke-width="4"/>
  <path d="M270 1250c-60 40-60 120 0 190 60-70 60-150 0-190zm0 190v70" fill="none" stroke="${ink}" stroke-width="8"/>
</svg>`;

const vineRow = (index: number): string => {
  const x = 1200 + (index - 14) * 190;
  return `<path d="M1200 930Q${1200 + (index - 14) * 60} 1050 ${x} 1350" stroke="#4f6238" stroke-width="${8 + Math.abs(index - 14)}" fill="none" opacity=".8"/>`;
};

const landscape = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2400 1350" width="2400" height="1350">
  <defs><linearGradient id="sky" x2="0" y2="1"><stop offset="0" stop-color="#b9c6cf"/><stop offset=".6" stop-color="#f2dfc0"/><stop offset="1" stop-color="#f6e9d3"/></linearGradient></defs>
  <path d="M0 0h2400v1350H0z" fill="url(#sky)"/>
  <circle cx="1780" cy="640" r="120" fill="#fff3d6"/>
  <path d="M0 800q500-180 1100-60t1300-40v650H0z" fill="#9aa58a"/>
  <path d="M0 900q700-120 1300-20t1100-20v490H0z" fill="#7d8d5f"/>
  <path d="M0 1000q1200-140 2400-20v370H0z" fill="#a39a63"/>
  ${Array.from({ length: 29 }, (_, index) => vineRow(index)).join('')}
  <path d="M560 800h190v110H560z" fill="#efe6d3"/><path d="M540 805l115-85 115 85z" fill="#6b4a42"/>
  <path d="M500 910q-30-190 20-230 60 60 20 230zM790 915q-24-150 14-190 46 50 16 190z" fill="#54663f"/>
</svg>`;

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
