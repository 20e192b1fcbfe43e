import { once } from 'node:events';
import { findFreePort } from '#tests/support/servers/find-free-port.ts';
import { type PinnedServer, spawnServerProcess } from '../processes/server-process.ts';
import type { BenchStorefrontSetup, RenderCountsBySiteAndPath } from '../servers/storefront.ts';
import type { SharedBenchResources } from './environment.ts';

interface StorefrontProcessOptions extends Omit<BenchStorefrontSetup, 'dist'> {
  name: string;
  /** Environment variables in addition to those that every storefront of the benchmark gets. */
  extraEnv?: Readonly<Record<string, string>>;
}

/** Starts a storefront process with logs and metrics as in production, without waiting until it is ready. */
export async function spawnStorefrontProcess(
  { storefrontEnv, dist, folder }: SharedBenchResources,
  { name, extraEnv, ...setup }: StorefrontProcessOptions,
): Promise<PinnedServer> {
  const port = await findFreePort();
  const opsPort = await findFreePort();
  const env = { ...storefrontEnv, ...extraEnv, PORT: String(port), OPS_PORT: String(opsPort) };
  const argument = JSON.stringify({ dist, ...setup } satisfies BenchStorefrontSetup);
  const script = ['bench/servers/storefront.ts', argument] as const;
  return spawnServerProcess({ name, script, port, env, logFolder: folder, hasChannel: true });
}

/** Returns the numbers of renders since the previous call. */
export async function readAndResetRenderCounts(storefront: PinnedServer): Promise<RenderCountsBySiteAndPath> {
  const response = once(storefront.child, 'message');
  storefront.child.send('take render counts');
  return (await response)[0] as RenderCountsBySiteAndPath;
}
