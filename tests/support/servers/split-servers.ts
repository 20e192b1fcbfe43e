import { findFreePort } from './find-free-port.ts';
import { retryUntilPasses, runServer, runSiteCommand, waitForPageStatus } from './run-server.ts';
import { type ServerProcess, waitForServer } from './server-process.ts';

const secret = 'a-secret-of-thirty-two-characters-or-more';

interface SplitServerSettings {
  databaseUrl: string;
  sitesDir: string;
  dataDir: string;
  /** Further settings of the API. */
  apiEnv?: Record<string, string>;
}

/** Prepares an API process whose port stays the same when the process is restarted. */
export async function prepareRestartableApiServer({
  databaseUrl,
  sitesDir,
  dataDir,
  apiEnv = {},
}: SplitServerSettings) {
  const port = await findFreePort();
  const env = {
    DATABASE_URL: databaseUrl,
    SITES_DIR: sitesDir,
    DATA_DIR: dataDir,
    API_PORT: String(port),
    API_SECRET: secret,
    ...apiEnv,
  };
  const start = async () => {
    const server = await runServer({ env, args: ['--api'] });
    await waitForServer(server, `http://127.0.0.1:${port}/readyz`);
    return server;
  };
  const importSite = async (name: string) => {
    const result = await runSiteCommand(['import', name], env);
    if (result.code !== 0) throw new Error(result.output);
  };
  return { port, start, importSite };
}

/**
 * Starts a storefront process and waits for its readiness probe.
 * @param status the status to wait for: 503 while there is no API
 */
export async function startStorefrontServer(
  apiPort: number,
  { sitesDir, dataDir }: Pick<SplitServerSettings, 'sitesDir' | 'dataDir'>,
  { status = 200 }: { status?: number } = {},
): Promise<ServerProcess> {
  const server = await runServer({
    env: {
      API_URL: `http://127.0.0.1:${apiPort}`,
      API_SECRET: secret,
      SITES_DIR: sitesDir,
      DATA_DIR: dataDir,
    },
  });
  await waitForServer(server, `http://127.0.0.1:${server.port}/readyz`, { status });
  return server;
}

/** Waits until the page is served and contains `text`. */
export const waitForPageText = (server: ServerProcess, host: string, path: string, text: string, timeoutSeconds = 30) =>
  retryUntilPasses(async () => {
    const { body } = await waitForPageStatus(server.port, host, path, 200, 1);
    if (!body.includes(text)) throw new Error(`${host}${path} does not contain "${text}"`);
  }, timeoutSeconds);
