import { freePort } from './free-port.ts';
import { eventually, runServer, runSiteCommand, waitForStatus } from './run-server.ts';
import { type ServerProcess, waitForServer } from './server-process.ts';

const secret = 'a-secret-of-sixteen-or-more';

export interface SplitServerSettings {
  databaseUrl: string;
  sitesDir: string;
  dataDir: string;
}

/** An API in a process of its own, at a port that it keeps when it comes back. */
export async function createApiServer({ databaseUrl, sitesDir, dataDir }: SplitServerSettings) {
  const port = await freePort();
  const env = {
    DATABASE_URL: databaseUrl,
    SITES_DIR: sitesDir,
    DATA_DIR: dataDir,
    API_PORT: String(port),
    API_SECRET: secret,
  };
  const start = async () => {
    const server = await runServer({ env, args: ['--api'] });
    await waitForServer(server, `http://127.0.0.1:${port}/readyz`);
    return server;
  };
  const importSite = async (name: string) => {
    const imported = await runSiteCommand(['import', name], env);
    if (imported.code !== 0) throw new Error(imported.output);
  };
  return { port, start, importSite };
}

/** A storefront in a process of its own; ready when the API is, else as soon as it answers at all. */
export async function startStorefrontServer(
  apiPort: number,
  { sitesDir, dataDir }: Pick<SplitServerSettings, 'sitesDir' | 'dataDir'>,
  { more = {}, status = 200 }: { more?: Record<string, string>; status?: number } = {},
): Promise<ServerProcess> {
  const server = await runServer({
    env: {
      API_URL: `http://127.0.0.1:${apiPort}`,
      API_SECRET: secret,
      SITES_DIR: sitesDir,
      DATA_DIR: dataDir,
      ...more,
    },
  });
  await waitForServer(server, `http://127.0.0.1:${server.port}/readyz`, { status });
  return server;
}

/** Asks until the page is served and holds `words`. */
export const waitForText = (server: ServerProcess, host: string, path: string, words: string, seconds = 30) =>
  eventually(async () => {
    const { body } = await waitForStatus(server.port, host, path, 200, 1);
    if (!body.includes(words)) throw new Error(`${host}${path} does not show "${words}"`);
  }, seconds);
