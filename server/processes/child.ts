import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerConfig } from '#server/config.ts';
import { exitWithError } from '#server/exit-with-error.ts';
import { isDescriptorShortage } from '#server/http/connection-limits.ts';
import type { NewSiteImporter } from '#server/import/import-new-sites.ts';
import { logDescriptorShortage, logUncaughtError } from '#server/log-uncaught-error.ts';
import { releaseStartMemory } from '#server/release-start-memory.ts';
import { ShutdownStack, shutDown, shutdownTimeoutMs } from '#server/shutdown-stack.ts';
import { type RunningApplications, type ServerLifecycle, startApplications } from '#server/start-server.ts';
import { computeDefaultHtmlCacheBytes } from '#server/storefront/cache/cached-page-store.ts';
import type { NetworkChargeExchange, NetworkCharges } from '#server/storefront/network-request-limit.ts';
import type { ConfiguredSite } from '#server/storefront/sites/host-index.ts';
import type { ProcessMessage, SupervisorMessage } from './messages.ts';

/** The entry point of API, worker and storefronts that a supervisor has started. */

const lifecycle: ServerLifecycle = { shutdown: new ShutdownStack(), drain: { isDraining: false } };
let starting: Promise<RunningApplications> | null = null;
let isStopping = false;
let importer: NewSiteImporter | null = null;
let receiveCharges: (charges: NetworkCharges) => void = () => {};

function send(message: ProcessMessage): void {
  // Without a channel the supervisor has ended, and this process is about to.
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
}

const networkCharges: NetworkChargeExchange = {
  publish: (charges) => send({ type: 'charges', charges }),
  subscribe(listener) {
    receiveCharges = listener;
  },
};

async function start(config: ServerConfig): Promise<RunningApplications> {
  const running = await startApplications(
    config,
    {
      htmlCacheBytes: Math.floor(computeDefaultHtmlCacheBytes() / config.processes),
      onSitesChanged: (sites) => send({ type: 'sites', sites }),
      networkCharges,
    },
    lifecycle,
  );
  send({ type: 'started' });
  releaseStartMemory();
  return running;
}

/** Imports new sites of the folders, in the process that has the database. */
async function importSites(config: ServerConfig, sites: readonly ConfiguredSite[]): Promise<void> {
  const { api, logger } = (await starting) ?? {};
  if (!api || !logger) return;
  const { createNewSiteImporter } = await import('#server/import/import-new-sites.ts');
  if (!importer) {
    importer = createNewSiteImporter({ ...config, db: api.db, log: logger });
    lifecycle.shutdown.add(() => (importer as NewSiteImporter).stop());
  }
  importer.update(sites);
  await importer.whenIdle();
  send({ type: 'imported' });
}

async function answer(id: number, subject: 'readiness' | 'metrics'): Promise<void> {
  const running = lifecycle.drain.isDraining ? null : await starting;
  if (subject === 'readiness')
    send({ type: 'answer', id, reason: running ? await running.findReason() : 'shutting down' });
  else send({ type: 'answer', id, metrics: running ? await running.metrics.registry.getMetricsAsJSON() : [] });
}

async function stop(drainSeconds: number, isFailed = false): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  lifecycle.drain.isDraining = true;
  setTimeout(() => process.exit(1), drainSeconds * 1_000 + shutdownTimeoutMs).unref();
  await sleep(drainSeconds * 1_000);
  await shutDown(lifecycle.shutdown, starting ?? Promise.resolve()).catch((error: unknown) =>
    exitWithError(error, 'shutdown'),
  );
  process.exit(isFailed ? 1 : 0);
}

let config: ServerConfig | null = null;
process.on('message', (message: SupervisorMessage) => {
  if (message.type === 'start') {
    config = message.config;
    starting = start(config);
    starting.catch((error: unknown) => {
      if (!isStopping) exitWithError(error, 'start');
    });
  } else if (message.type === 'stop') void stop(message.drainSeconds);
  else if (message.type === 'query') void answer(message.id, message.subject).catch(() => {});
  else if (message.type === 'sites' && config) void importSites(config, message.sites).catch(() => {});
  else if (message.type === 'charges') receiveCharges(message.charges);
});
process.once('disconnect', () => void stop(0));
// Signals reach the whole group of processes. Only the supervisor acts on them, because it knows the order of the end.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const) process.on(signal, () => {});
for (const event of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(event, (error: unknown) => {
    if (isDescriptorShortage(error)) return logDescriptorShortage(error);
    logUncaughtError(error);
    if (isStopping) process.exit(1);
    void stop(0, true);
  });
