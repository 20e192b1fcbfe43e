import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '#tests/support/servers/find-free-port.ts';
import { killRunningScript, runScriptOrThrow } from '../processes/run-script-or-throw.ts';
import { type PinnedServer, spawnServerProcess, waitUntilReady } from '../processes/server-process.ts';
import { type SmtpSink, startSmtpSink } from '../processes/smtp-sink.ts';
import { cloneSites, showClonedSites } from '../sites/clone-sites.ts';
import {
  fullEstateSite,
  templateSiteFolderName,
  writeFullEstateSite,
  writeTemplateSite,
} from '../sites/write-sites.ts';
import { bundleBareRenderFunctions } from './build-bare-tree.ts';
import type { BenchProfile } from './profiles.ts';

/**
 * The resources that all measurements share: a production build, a database with the full estate and the template site,
 * and an API in a separate process.
 */
export interface SharedBenchResources {
  /** Temporary folder for all files of the run. */
  folder: string;
  /** Folder of the production build. */
  dist: string;
  /** Path of the bundle of `bench/servers/bare-tree.tsx`, the baseline for renders. */
  bareTreeBundle: string;
  api: PinnedServer;
  apiSecret: string;
  /** Data folder (DATA_DIR) of the API. */
  dataDir: string;
  /** Process id of the embedded PostgreSQL. */
  databasePid: number;
  /** The mail server of the API. */
  smtp: SmtpSink;
  /** Environment variables of a storefront that uses this API. */
  storefrontEnv: Readonly<Record<string, string>>;
  importSite(sitesDir: string, name: string): Promise<void>;
  /** Sites folder (SITES_DIR) that contains only the full estate. */
  estateDir: string;
  /**
   * Makes `count` generated sites active, one of the profile's `siteCounts`; storefronts that run already keep theirs.
   * The first call adds all of them to the database. Only the benchmark parts that need these sites call this function,
   * because the hourly jobs of ten thousand sites would disturb all other measurements.
   */
  showGeneratedSites(count: number): Promise<void>;
}

const apiSecret = 'only-for-the-benchmark-on-the-loopback-address';

let temporaryFolder: string | undefined;

/** Kills a running script, and removes all files of the benchmark run except its report. */
export function killScriptAndRemoveBenchFiles(): void {
  killRunningScript();
  if (temporaryFolder) rmSync(temporaryFolder, { recursive: true, force: true, maxRetries: 5 });
}

export async function startBenchEnvironment(profile: BenchProfile): Promise<SharedBenchResources> {
  const folder = await mkdtemp(join(tmpdir(), 'cuvee-bench-'));
  temporaryFolder = folder;
  const dist = join(folder, 'dist');
  console.log('\n── production build');
  await runScriptOrThrow(['node_modules/vite/bin/vite.js', 'build', '--app'], { DIST: dist });
  const bareTreeBundle = await bundleBareRenderFunctions(join(folder, 'bare'));

  console.log('\n── sites');
  const templateDir = join(folder, 'template');
  const estateDir = join(folder, 'estate');
  await mkdir(estateDir);
  await writeFullEstateSite(estateDir);
  await writeTemplateSite(templateDir);
  const dataDir = join(folder, 'data');
  const smtp = await startSmtpSink();
  const api = await startApi(folder, dataDir, smtp);
  const importSite = (sitesDir: string, name: string) =>
    runScriptOrThrow(['server/cli/site.ts', 'import', name], {
      DATA_DIR: dataDir,
      API_SECRET: apiSecret,
      SITES_DIR: sitesDir,
    });
  await importSite(estateDir, fullEstateSite.folder);
  await importSite(templateDir, templateSiteFolderName);
  let cloning: Promise<void> | undefined;
  const showGeneratedSites = async (count: number) => {
    cloning ??= cloneSites(dataDir, Math.max(...profile.siteCounts));
    await cloning;
    await showClonedSites(dataDir, count);
  };

  const databasePid = Number.parseInt(await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);
  const storefrontEnv = {
    DATA_DIR: join(folder, 'storefront-data'),
    API_URL: api.url,
    API_SECRET: apiSecret,
    LOCAL_NAMES: 'off',
    LOG_LEVEL: 'info',
    // A storefront without cached pages must not find those of another one.
    HTML_DISK_CACHE_BYTES: '0',
  };
  const files = { folder, dist, bareTreeBundle, dataDir, estateDir };
  return { ...files, api, apiSecret, databasePid, smtp, storefrontEnv, importSite, showGeneratedSites };
}

async function startApi(folder: string, dataDir: string, smtp: SmtpSink): Promise<PinnedServer> {
  const port = await findFreePort();
  const env = {
    DATA_DIR: dataDir,
    API_SECRET: apiSecret,
    API_PORT: String(port),
    SMTP_URL: smtp.url,
    LOG_LEVEL: 'warn',
  };
  const api = spawnServerProcess({ name: 'API', script: ['server/main.ts', '--api'], port, env, logFolder: folder });
  await waitUntilReady(api, '/readyz');
  return api;
}
