import { join } from 'node:path';
import closeWithGrace from 'close-with-grace';
import { type Config, readConfig } from '#server/config.ts';
import { formatSiteUrls } from '#server/format-site-urls.ts';
import { createLogDestination } from '#server/http/create-log-destination.ts';
import { createLogger } from '#server/http/logger.ts';
import { createMetrics, startMetricsServer } from '#server/http/metrics.ts';
import { importNewSites } from '#server/import/import-new-sites.ts';
import { listenAt } from '#server/listen-at.ts';
import { OperatorError } from '#server/operator-error.ts';
import { runApi } from '#server/run-api.ts';
import { createApiClient } from '#server/storefront/api-client.ts';
import { loadBuiltRendering, type Rendering } from '#server/storefront/pages/rendering.ts';
import type { FolderSite } from '#server/storefront/sites/host-index.ts';
import { buildStorefront, type StorefrontDependencies } from '#server/storefront/storefront-app.ts';

export interface ServerOptions {
  rendering?: Rendering;
  middleware?: StorefrontDependencies['middleware'];
  htmlCacheBytes?: number;
}

/** Maximum time after a signal for open requests, jobs and the database to end. */
const shutdownTimeoutMs = 15_000;

const dist = join(import.meta.dirname, '../dist');

/** Closes everything that has been started, in reverse order. */
class ShutdownSteps {
  readonly #steps: (() => Promise<unknown>)[] = [];
  isStopping = false;
  /** @throws Error if the shutdown has begun, so that a start in progress does not continue. */
  add(step: () => Promise<unknown>): void {
    this.#steps.push(step);
    if (this.isStopping) throw new Error('shutdown began during the start');
  }
  async stop(): Promise<void> {
    this.isStopping = true;
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) await step();
  }
}

/** @throws OperatorError */
async function startServer(config: Config, options: ServerOptions, shutdown: ShutdownSteps): Promise<void> {
  const stream = createLogDestination();
  const logger = createLogger(config.logLevel, stream);
  const metrics = createMetrics();
  if (config.opsPort !== null) {
    const ops = await startMetricsServer(config.opsPort, config.host, metrics);
    shutdown.add(async () => ops.close());
  }
  const api = config.role === 'storefront' ? null : await runApi(config, { logger, metrics });
  if (api) shutdown.add(() => api.close());
  if (config.role === 'api') {
    console.log(`The API listens at ${api?.origin}`);
    return;
  }

  const newSites = api && importNewSites({ ...config, db: api.db, log: logger });
  if (newSites) shutdown.add(() => newSites.stop());
  let sites: readonly FolderSite[] = [];
  const storefront = await buildStorefront(config, {
    api: createApiClient(config.apiUrl ?? api?.origin ?? '', config.apiSecret),
    rendering: options.rendering ?? (await loadBuiltRendering(dist)),
    logger,
    metrics,
    onSitesChanged: (current) => {
      sites = current;
      newSites?.update(current);
    },
    ...(options.middleware && { middleware: options.middleware }),
    ...(options.htmlCacheBytes && { htmlCacheBytes: options.htmlCacheBytes }),
  });
  shutdown.add(() => storefront.close());
  // Listens before new sites are imported: until then their visitors get a page that says the site is being prepared.
  await listenAt(storefront, config.host, config.port, 'PORT');
  await newSites?.whenIdle();
  console.log([`Cuvée serves ${sites.length} sites:`, ...formatSiteUrls(sites, config)].join('\n'));
}

export function readConfigOrExit(args: readonly string[]): Config {
  try {
    return readConfig(process.env, args.includes('--api') ? 'api' : 'start');
  } catch (error) {
    return exitWithError(error, 'start');
  }
}

/**
 * Runs the server until a signal or an uncaught error, then ends open requests before it closes jobs and the database.
 */
export async function main(
  args: readonly string[],
  createOptions: () => Promise<ServerOptions> = async () => ({}),
): Promise<void> {
  const shutdown = new ShutdownSteps();
  const config = readConfigOrExit(args);
  const starting = (async () => startServer(config, await createOptions(), shutdown))();
  closeOnSignal(() => shutDown(shutdown, starting));
  try {
    await starting;
  } catch (error) {
    if (shutdown.isStopping) return;
    await shutdown.stop().catch((closeError: unknown) => console.error(closeError));
    exitWithError(error, 'start');
  }
}

/** Exits with 0 once `stop` has finished, with 1 after the timeout or an uncaught error, with 130 on a second signal. */
function closeOnSignal(stop: () => Promise<void>): void {
  const options: closeWithGrace.Options = {
    delay: shutdownTimeoutMs,
    // After a processor or memory error the state is undefined, so only the default action is safe.
    skip: ['SIGILL', 'SIGTRAP', 'SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGSEGV', 'beforeExit'],
    onSecondSignal: () => process.exit(130),
  };
  closeWithGrace(options, async ({ signal, err }) => {
    if (err) console.error('Uncaught error:', err);
    await stop().catch((error: unknown) => exitWithError(error, `shutdown on ${signal ?? 'an uncaught error'}`));
  });
}

/** A start that is still in progress fails at its next step; the second call closes what it opened until then. */
async function shutDown(shutdown: ShutdownSteps, starting: Promise<void>): Promise<void> {
  await shutdown.stop();
  await starting.catch(() => {}); // The failure is caused by the shutdown itself.
  await shutdown.stop();
}

/** Prints an operator's error without a stack, and any other error with it. */
function exitWithError(error: unknown, during: string): never {
  if (error instanceof OperatorError) {
    console.error(error.message);
    process.exit(error.exitCode);
  }
  console.error(`Unexpected error during ${during}:`, error);
  process.exit(70);
}

if (import.meta.main) await main(process.argv.slice(2));
