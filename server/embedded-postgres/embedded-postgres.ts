import { mkdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { OperatorError } from '#server/operator-error.ts';
import {
  acquireEmbeddedPostgresSession,
  type EmbeddedDatabaseProcessKind,
  releaseEmbeddedPostgresSession,
  toSuperuserConnectionConfig,
} from './acquire-embedded-postgres-session.ts';
import { type PostgresClusterConfig, resolvePostgresCluster } from './cluster.ts';
import { readPostmasterPid, requestPostmasterStop } from './postmaster-process.ts';

interface EmbeddedPostgresOptions {
  clientKind: EmbeddedDatabaseProcessKind;
  /** False only in tests: commits are then faster, but a crash loses data. */
  isDurable?: boolean;
  /** Called when the connection to PostgreSQL is lost, and for each failed attempt to restore it. */
  onReconnect?: (error: Error) => void;
}

interface EmbeddedPostgres {
  connection: pg.ClientConfig;
  /** Disconnects from PostgreSQL. The last client stops it. */
  close(): Promise<void>;
}

const minRetryDelayMs = 200;
const maxRetryDelayMs = 5_000;

/**
 * Connects to the PostgreSQL of `dataDir`, and starts it if it is not running. The owner of the folder is the database
 * session that holds its advisory lock, not the process that started PostgreSQL. A PostgreSQL that a killed server left
 * running is therefore reused.
 * @throws OperatorError with exit code 75 if this process is a server and another server uses the folder.
 */
export async function openEmbeddedPostgresAsSuperuser(
  dataDir: string,
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  await createDataDir(dataDir);
  const cluster = await resolvePostgresCluster(dataDir, options.isDurable ?? true);
  const session = new ReconnectingSession(cluster, options);
  await session.open();
  return { connection: toSuperuserConnectionConfig(cluster), close: () => session.close() };
}

async function createDataDir(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true }).catch((cause: Error) => {
    throw new OperatorError(`The data folder cannot be created: ${cause.message}. Set DATA_DIR to a writable folder.`, {
      exitCode: 73,
      cause,
    });
  });
}

/** A lock session that is reopened after the connection is lost, which also restarts PostgreSQL if necessary. */
class ReconnectingSession {
  readonly #cluster: PostgresClusterConfig;
  readonly #options: EmbeddedPostgresOptions;
  #session: pg.Client | undefined;
  #reconnecting = Promise.resolve();
  #isClosed = false;
  /** Known in advance, because a process without a free file descriptor could not read it when it ends. */
  #postmasterPid: number | null = null;
  /** Stops PostgreSQL when the process exits without closing the database, for example after a second signal. */
  readonly #onExit = () => requestPostmasterStop(this.#cluster.postgresDir, this.#postmasterPid);

  constructor(cluster: PostgresClusterConfig, options: EmbeddedPostgresOptions) {
    this.#cluster = cluster;
    this.#options = options;
  }

  async open(): Promise<void> {
    await this.#adopt(await acquireEmbeddedPostgresSession(this.#cluster, this.#options.clientKind));
    if (this.#options.clientKind === 'server') process.once('exit', this.#onExit);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    // Waits for a reconnect in progress, because it would start PostgreSQL again after it has been stopped.
    await this.#reconnecting;
    if (this.#session) await releaseEmbeddedPostgresSession(this.#cluster, this.#session, this.#postmasterPid);
    process.off('exit', this.#onExit);
  }

  async #adopt(session: pg.Client): Promise<void> {
    this.#session = session;
    // Later errors of the same session are ignored, because a session can emit several when it breaks.
    session.once('error', (error) => {
      if (this.#isClosed || session !== this.#session) return;
      this.#options.onReconnect?.(error);
      this.#reconnecting = this.#reconnect().catch((cause: Error) => this.#options.onReconnect?.(cause));
    });
    // If the id cannot be read now, it is read when PostgreSQL is stopped.
    this.#postmasterPid = await readPostmasterPid(this.#cluster.postgresDir).catch(() => null);
  }

  /**
   * Reopens the session. There is no limit of attempts, because recovery after a crash may take long, and a full disk
   * may be cleared.
   */
  async #reconnect(): Promise<void> {
    for (let delayMs = minRetryDelayMs; !this.#isClosed; delayMs = Math.min(delayMs * 2, maxRetryDelayMs)) {
      try {
        const session = await acquireEmbeddedPostgresSession(this.#cluster, this.#options.clientKind);
        if (this.#isClosed) return await releaseEmbeddedPostgresSession(this.#cluster, session, this.#postmasterPid);
        return await this.#adopt(session);
      } catch (cause) {
        this.#options.onReconnect?.(cause as Error);
        await sleep(delayMs, undefined, { ref: false });
      }
    }
  }
}
