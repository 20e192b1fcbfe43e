import { join } from 'node:path';
import closeWithGrace from 'close-with-grace';
import { type Config, readConfig } from '#server/config.ts';
import { logDestination } from '#server/http/log-destination.ts';
import { createLogger } from '#server/http/logger.ts';
import { createMetrics, startOps } from '#server/http/metrics.ts';
import { importNewSites } from '#server/import/import-new-sites.ts';
import { listenAt } from '#server/listen-at.ts';
import { OperatorFault } from '#server/operator-fault.ts';
import { runApi } from '#server/run-api.ts';
import { siteAddresses } from '#server/site-addresses.ts';
import { createApiClient } from '#server/storefront/api-client.ts';
import { builtRendering, type Rendering } from '#server/storefront/pages/rendering.ts';
import type { FolderSite } from '#server/storefront/sites/host-index.ts';
import { buildStorefront, type StorefrontParts } from '#server/storefront/storefront-app.ts';

export interface ServerParts {
  rendering?: Rendering;
  middleware?: StorefrontParts['middleware'];
  htmlCacheBytes?: number;
}

/** Maximum time for open requests, jobs and the database to end after a signal. */
const shutdownTimeoutMs = 15_000;

const dist = join(import.meta.dirname, '../dist');

/** What has been started, in order: stopped in the opposite order. */
class Started {
  readonly #steps: (() => Promise<unknown>)[] = [];
  isStopping = false;
  /** @throws where the server is being stopped by now, so that whoever starts it does not go on. */
  add(step: () => Promise<unknown>): void {
    this.#steps.push(step);
    if (this.isStopping) throw new Error('stopped while it started');
  }
  async stop(): Promise<void> {
    this.isStopping = true;
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) await step();
  }
}

/** Starts what the configuration says. @throws OperatorFault */
async function startServer(config: Config, parts: ServerParts, started: Started): Promise<void> {
  const stream = logDestination();
  const logger = createLogger(config.logLevel, stream);
  const metrics = createMetrics();
  if (config.opsPort !== null) {
    const ops = await startOps(config.opsPort, config.host, metrics);
    started.add(async () => ops.close());
  }
  const api = config.role === 'storefront' ? null : await runApi(config, { logger, metrics });
  if (api) started.add(() => api.close());
  if (config.role === 'api') {
    console.log(`The API listens at ${api?.origin}`);
    return;
  }

  const newSites = api && importNewSites({ ...config, db: api.db, log: logger });
  if (newSites) started.add(() => newSites.stop());
  let sites: readonly FolderSite[] = [];
  const storefront = await buildStorefront(config, {
    api: createApiClient(config.apiUrl ?? api?.origin ?? '', config.apiSecret),
    rendering: parts.rendering ?? (await builtRendering(dist)),
    logger,
    metrics,
    onSites: (good) => {
      sites = good;
      newSites?.take(good);
    },
    ...(parts.middleware && { middleware: parts.middleware }),
    ...(parts.htmlCacheBytes && { htmlCacheBytes: parts.htmlCacheBytes }),
  });
  started.add(() => storefront.close());
  // First the port: whoever asks while the content comes in hears that the site is being prepared.
  await listenAt(storefront, config.host, config.port, 'PORT');
  await newSites?.settled();
  console.log([`Cuvée serves ${sites.length} sites:`, ...siteAddresses(sites, config)].join('\n'));
}

/** The configuration; a bad one ends the process, with what is wrong. */
export function configOrExit(args: readonly string[]): Config {
  try {
    return readConfig(process.env, args.includes('--api') ? 'api' : 'start');
  } catch (error) {
    return fail(error, 'the start');
  }
}

/**
 * Runs until a signal or an uncaught error: open requests end, then jobs and the database are closed. A second signal
 * exits at once.
 */
export async function main(
  args: readonly string[],
  makeParts: () => Promise<ServerParts> = async () => ({}),
): Promise<void> {
  const started = new Started();
  const config = configOrExit(args);
  const starting = (async () => startServer(config, await makeParts(), started))();
  closeOnSignal(() => stopAll(started, starting));
  try {
    await starting;
  } catch (error) {
    if (started.isStopping) return;
    await started.stop().catch((later: unknown) => console.error(later));
    fail(error, 'the start');
  }
}

/** Exits with 0 once `stop` has finished, with 1 after the timeout or an uncaught error, with 130 on a second signal. */
function closeOnSignal(stop: () => Promise<void>): void {
  const options: closeWithGrace.Options = {
    delay: shutdownTimeoutMs,
    // After a fault of the processor or memory the state is undefined: only the default action is safe.
    skip: ['SIGILL', 'SIGTRAP', 'SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGSEGV', 'beforeExit'],
    onSecondSignal: () => process.exit(130),
  };
  closeWithGrace(options, async ({ signal, err }) => {
    if (err) console.error('Uncaught error:', err);
    await stop().catch((error: unknown) => fail(error, `the shutdown on ${signal ?? 'an uncaught error'}`));
  });
}

/** A start that is under way comes to its next step first: what that began is stopped, too. */
async function stopAll(started: Started, starting: Promise<void>): Promise<void> {
  await started.stop();
  await starting.catch(() => {}); // Of no interest any more: what it started is stopped next.
  await started.stop();
}

/** An operator's mistake is told in its own words; anything else is a defect, and its stack is what helps. */
function fail(error: unknown, during: string): never {
  if (error instanceof OperatorFault) {
    console.error(error.message);
    process.exit(error.exitCode);
  }
  console.error(`A defect during ${during}:`, error);
  process.exit(70);
}

if (import.meta.main) await main(process.argv.slice(2));
