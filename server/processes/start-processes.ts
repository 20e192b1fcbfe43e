import { once } from 'node:events';
import { createServer } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { ServerConfig } from '#server/config.ts';
import { createLogDestination } from '#server/http/create-log-destination.ts';
import { findUnreadyReason } from '#server/http/health.ts';
import { createLogger } from '#server/http/logger.ts';
import {
  combineMetrics,
  createMetrics,
  type ProcessMetrics,
  type ServerMetrics,
  startMetricsServer,
} from '#server/http/metrics.ts';
import { reportServerStarted } from '#server/report-started.ts';
import { recordRunningPort } from '#server/running-port.ts';
import type { ServerLifecycle } from '#server/start-server.ts';
import type { ConfiguredSite } from '#server/storefront/sites/host-index.ts';
import { ManagedProcess, type ProcessRole } from './managed-process.ts';

/**
 * Starts storefronts, API and worker as processes of their own, restarts those that end, and stops them in the order of
 * their dependencies. With API_URL there are only storefronts.
 * @throws OperatorError if a process ends before all of them have started.
 */
export async function startProcesses(config: ServerConfig, lifecycle: ServerLifecycle): Promise<void> {
  const { shutdown, drain } = lifecycle;
  const destination = createLogDestination();
  const log = createLogger(config.logLevel, destination);
  const metrics = createMetrics();
  const group = new ProcessGroup(config, log, metrics, (line) => void destination.write(line));
  process.once('exit', () => group.kill());
  if (config.opsPort !== null) {
    const ops = await startMetricsServer(config.opsPort, config.opsHost, { registry: group.registry }, () =>
      findUnreadyReason(drain, () => group.findReason()),
    );
    shutdown.add(async () => ops.close());
  }
  const shared = await openSharedDatabase(config, lifecycle, log);
  shutdown.add(() => group.stop(['worker', 'api']));
  shutdown.add(() => group.stop(['storefront']));
  lifecycle.onDrain = () => group.drain(config.drainSeconds);
  await group.start(shared, config.apiUrl ?? `http://127.0.0.1:${await findFreePort()}`);
  if (config.hasLocalApi) shutdown.add(await recordRunningPort(config.dataDir, config.port));
  const sites = await group.whenSitesImported;
  reportServerStarted(sites, config, log);
}

/** The embedded database belongs to this process, so that API and worker may be restarted. */
async function openSharedDatabase(
  config: ServerConfig,
  { shutdown }: ServerLifecycle,
  log: FastifyBaseLogger,
): Promise<string | null> {
  if (!config.hasLocalApi || config.databaseUrl !== null) return config.databaseUrl;
  const { openEmbedded } = await import('#server/api/open-database.ts');
  const onError = (err: Error) => log.error({ code: 'database_error', err }, 'database error');
  const { connection, close } = await openEmbedded(config.dataDir, { clientKind: 'server', onError });
  shutdown.add(close);
  return toUrl(connection);
}

const toUrl = ({ host = '', port, user, database }: pg.ClientConfig): string =>
  `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`;

/** The API keeps its port when it is restarted, because storefronts do not learn another one. */
async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Time limit in milliseconds of an answer to a probe or to a scrape. */
const answerTimeoutMs = 2_000;

class ProcessGroup {
  readonly #config: ServerConfig;
  readonly #log: FastifyBaseLogger;
  readonly #metrics: ServerMetrics;
  readonly #writeLine: (line: string) => void;
  #processes: ManagedProcess[] = [];
  #sites: readonly ConfiguredSite[] = [];
  readonly #imported = Promise.withResolvers<readonly ConfiguredSite[]>();

  constructor(config: ServerConfig, log: FastifyBaseLogger, metrics: ServerMetrics, writeLine: (line: string) => void) {
    this.#config = config;
    this.#log = log;
    this.#metrics = metrics;
    this.#writeLine = writeLine;
    metrics.get('cuvee_processes', (gauge) => {
      for (const role of ['api', 'worker', 'storefront'] as const)
        if (this.#of(role).length > 0) gauge.set({ role }, this.#of(role).filter((each) => each.isStarted).length);
    });
  }

  /** Resolves once new sites of the folders are imported or, without a local API, once the sites are known. */
  readonly whenSitesImported = this.#imported.promise;

  async start(databaseUrl: string | null, apiUrl: string): Promise<void> {
    const { hasLocalApi, hasWorker, processes } = this.#config;
    const common: ServerConfig = { ...this.#config, databaseUrl, opsPort: null };
    const api = hasLocalApi
      ? [this.#create('api', { ...common, role: 'api', apiPort: Number(new URL(apiUrl).port), hasWorker: false })]
      : [];
    const worker =
      hasLocalApi && hasWorker ? [this.#create('worker', { ...common, role: 'worker', hasWorker: true })] : [];
    const [first, ...others] = Array.from({ length: processes }, (_, index) =>
      this.#create('storefront', { ...common, role: 'storefront', apiUrl }, ` ${index + 1}`),
    );
    if (!first) throw new Error('there is no storefront');
    this.#processes = [...api, ...worker, first, ...others];
    first.on('sites', ({ sites }) => this.#setSites(sites));
    for (const each of api) {
      each.on('imported', () => this.#imported.resolve(this.#sites));
      // A process that was restarted knows nothing.
      each.on('started', () => this.#sites.length > 0 && each.send({ type: 'sites', sites: this.#sites }));
    }
    // Storefronts need the API. The first one listens before the others, so that a port in use is reported once.
    const apiStart = Promise.all(api.map((each) => each.start()));
    await Promise.all([apiStart, first.start(apiStart)]);
    await Promise.all([...worker, ...others].map((each) => each.start()));
    for (const each of this.#processes) each.keepRunning();
  }

  #create(role: ProcessRole, config: ServerConfig, suffix = ''): ManagedProcess {
    const created = new ManagedProcess(
      { name: `${role}${suffix}`, role, config },
      { log: this.#log, metrics: this.#metrics, writeLine: this.#writeLine },
    );
    created.on('charges', (message) => {
      for (const other of this.#of('storefront')) if (other !== created) other.send(message);
    });
    return created;
  }

  #setSites(sites: readonly ConfiguredSite[]): void {
    this.#sites = sites;
    const [api] = this.#of('api');
    if (!api) this.#imported.resolve(sites);
    else if (api.isStarted) api.send({ type: 'sites', sites });
  }

  #of(role: ProcessRole): ManagedProcess[] {
    return this.#processes.filter((each) => each.role === role);
  }

  /** Storefronts go on serving for this time, while their probes say that they are about to stop. */
  drain(drainSeconds: number): void {
    for (const storefront of this.#of('storefront')) storefront.requestStop(drainSeconds);
  }

  async stop(roles: readonly ProcessRole[]): Promise<void> {
    await Promise.all(roles.flatMap((role) => this.#of(role)).map((each) => each.stop()));
  }

  kill(): void {
    for (const each of this.#processes) each.kill();
  }

  /** Returns why the server cannot serve: API and worker must be ready, and one of the storefronts. */
  async findReason(): Promise<string> {
    if (this.#processes.length === 0) return 'the server is starting';
    const reasons = await Promise.all(
      this.#processes.map(async (each) => ({ role: each.role, reason: await each.findReason(answerTimeoutMs) })),
    );
    const serving = reasons.filter(({ role }) => role === 'storefront');
    const isServed = serving.some(({ reason }) => reason === '');
    return reasons.find(({ role, reason }) => reason !== '' && (role !== 'storefront' || !isServed))?.reason ?? '';
  }

  /** The metrics of all processes: sums, except where a metric says otherwise. */
  get registry() {
    const { registry } = this.#metrics;
    const metrics = async (): Promise<string> => {
      const answers = await Promise.all(this.#processes.map((each) => each.readMetrics(answerTimeoutMs)));
      const own: ProcessMetrics = await registry.getMetricsAsJSON();
      return combineMetrics([own, ...answers]);
    };
    return { contentType: registry.contentType, metrics };
  }
}
