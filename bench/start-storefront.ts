import { once } from 'node:events';
import { findFreePort } from '#tests/support/servers/find-free-port.ts';
import type { BenchEnvironment } from './environment.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import type { RenderCounts, StorefrontSetup } from './servers/storefront.ts';

export interface StorefrontOptions extends Omit<StorefrontSetup, 'dist'> {
  name: string;
  sitesDir: string;
}

/** Starts a storefront with logs and metrics as in production, without waiting for it. */
export async function startStorefront(
  { storefrontEnv, dist, folder }: BenchEnvironment,
  { name, sitesDir, ...setup }: StorefrontOptions,
): Promise<ServerProcess> {
  const port = await findFreePort();
  const opsPort = await findFreePort();
  const env = { ...storefrontEnv, SITES_DIR: sitesDir, PORT: String(port), OPS_PORT: String(opsPort) };
  const argument = JSON.stringify({ dist, ...setup } satisfies StorefrontSetup);
  const script = ['bench/servers/storefront.ts', argument] as const;
  return startServer({ name, script, port, env, logFolder: folder, hasChannel: true });
}

/** @returns the renders since the previous call. */
export async function takeRenderCounts(storefront: ServerProcess): Promise<RenderCounts> {
  const response = once(storefront.child, 'message');
  storefront.child.send('take render counts');
  return (await response)[0] as RenderCounts;
}
