import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { freePort } from '#tests/support/servers/free-port.ts';
import type { StorefrontSetup } from './servers/storefront.ts';
import { cloneSites } from './sites/clone-sites.ts';
import {
  fullEstate,
  templateFolder,
  writeFullEstate,
  writeGeneratedFolders,
  writeTemplate,
} from './sites/write-sites.ts';
import { ownEnvironment, type Started, start, whenAnswers } from './started.ts';

/** How much is done. */
export interface Profile {
  name: 'full' | 'quick';
  rounds: number;
  /** Seconds of a burst. */
  seconds: number;
  warmSeconds: number;
  /** How many sites, from few to many. The first is 1. */
  siteCounts: readonly number[];
  /** How often each start is timed. */
  starts: number;
}

export const profiles: Record<Profile['name'], Profile> = {
  full: { name: 'full', rounds: 5, seconds: 6, warmSeconds: 3, siteCounts: [1, 100, 10_000], starts: 3 },
  quick: { name: 'quick', rounds: 3, seconds: 2, warmSeconds: 1.5, siteCounts: [1, 100, 1_000], starts: 1 },
};

/** What all measurements stand on: a build, a database with all sites, and an API in a process of its own. */
export interface Ground {
  folder: string;
  dist: string;
  /** Bundle of `servers/bare-tree.tsx`. */
  bareTree: string;
  /** Folder of sites that holds the full estate alone. */
  estateDir: string;
  api: Started;
  /** Settings of a storefront on this API. */
  storefrontEnv: Readonly<Record<string, string>>;
  apiSecret: string;
  /** Of the API. */
  dataDir: string;
  /** Process of the database server that the API has started. */
  databasePid: number;
  /** Folder with so many generated sites. */
  generatedDir(count: number): string;
  importSite(sitesDir: string, name: string): Promise<void>;
}

const root = join(import.meta.dirname, '..');
let folder: string | undefined;
let command: ChildProcess | undefined;

/** Takes away everything that the bench has written but its report. */
export function clear(): void {
  command?.kill('SIGKILL');
  if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

const say = (text: string) => console.log(`\n── ${text}`);

export async function prepare(profile: Profile): Promise<Ground> {
  folder = await mkdtemp(join(tmpdir(), 'cuvee-bench-'));
  const made = folder;
  const dist = join(made, 'dist');
  const dataDir = join(made, 'data');
  const estateDir = join(made, 'estate');
  const generatedDir = (count: number) => join(made, `sites-${count}`);
  say('production build');
  await run(['build.ts', dist]);
  const bareTree = await buildBareTree(join(made, 'bare'));

  say('sites');
  const templateDir = join(made, 'template');
  await mkdir(estateDir);
  await writeFullEstate(estateDir);
  await writeTemplate(templateDir);
  for (const count of profile.siteCounts) await writeGeneratedFolders(generatedDir(count), count);

  const apiSecret = 'only-for-the-bench-on-loopback';
  const data = { DATA_DIR: dataDir, API_SECRET: apiSecret };
  const port = await freePort();
  const env = { ...data, API_PORT: String(port), LOG_LEVEL: 'warn' };
  const api = start({ name: 'API', script: ['server/main.ts', '--api'], port, env, folder: made });
  await whenAnswers(api, '/readyz');
  const importSite = (sitesDir: string, name: string) =>
    run(['server/cli/site.ts', 'import', name], { ...data, SITES_DIR: sitesDir });
  await importSite(estateDir, fullEstate.folder);
  await importSite(templateDir, templateFolder);
  const most = Math.max(...profile.siteCounts);
  await cloneSites(dataDir, most);
  console.log(`${most} sites cloned`);

  const databasePid = Number.parseInt(await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);
  const storefrontEnv = {
    DATA_DIR: join(made, 'storefront-data'),
    API_URL: api.url,
    API_SECRET: apiSecret,
    LOCAL_NAMES: 'off',
    LOG_LEVEL: 'info',
  };
  return {
    folder: made,
    dist,
    bareTree,
    estateDir,
    api,
    storefrontEnv,
    apiSecret,
    dataDir,
    databasePid,
    generatedDir,
    importSite,
  };
}

/** Runs a script of the project to its end. */
async function run(script: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<void> {
  const child = spawn(process.execPath, script, {
    cwd: root,
    env: { ...ownEnvironment(), ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  command = child;
  const [code] = await once(child, 'exit');
  command = undefined;
  if (code !== 0) throw new Error(`${script.join(' ')} ended with ${code}`);
}

async function buildBareTree(outDir: string): Promise<string> {
  await build({
    root,
    logLevel: 'warn',
    ssr: { noExternal: true },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir,
      emptyOutDir: true,
      ssr: 'bench/servers/bare-tree.tsx',
      target: 'node24',
      minify: false,
      copyPublicDir: false,
      rolldownOptions: { output: { entryFileNames: 'bare-tree.js', codeSplitting: false } },
    },
  });
  return join(outDir, 'bare-tree.js');
}

export interface StorefrontOptions extends Omit<StorefrontSetup, 'dist'> {
  name: string;
  sitesDir: string;
}

/** Starts a storefront with logs, metrics and everything else that it has in production. Does not wait. */
export async function startStorefront(
  ground: Ground,
  { name, sitesDir, ...setup }: StorefrontOptions,
): Promise<Started> {
  const port = await freePort();
  const env = {
    ...ground.storefrontEnv,
    SITES_DIR: sitesDir,
    PORT: String(port),
    OPS_PORT: String(await freePort()),
  };
  const script = ['bench/servers/storefront.ts', JSON.stringify({ dist: ground.dist, ...setup })] as const;
  return start({ name, script: [...script], port, env, folder: ground.folder, talks: true });
}

/** Renders since the last time this was asked. */
export async function rendersOf(server: Started): Promise<Record<string, number>> {
  const answer = once(server.child, 'message');
  server.child.send('renders');
  return (await answer)[0] as Record<string, number>;
}
