import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createTestDatabase } from './create-test-database.ts';
import { startServer, waitForServer } from './server-process.ts';

const sitesFolder = resolve(import.meta.dirname, '../../../sites');

/** Edits of an estate's content: functions that change the parsed JSON of a file, by the file's name. */
type ContentEdits = Readonly<Record<string, (json: never) => void>>;

export interface EditedEstateServer {
  /** Origin of the estate's pages in its first language. */
  origin: string;
  port: number;
  /** Connection string of the database; undefined if the server has started its own. */
  databaseUrl: string | undefined;
  /** Returns the mails that the server has sent so far, with soft line breaks and `=3D` of their encoding decoded. */
  readMails(): Promise<string>;
  stop(): Promise<void>;
}

/**
 * Starts a server whose only site is a demonstration estate with edited content.
 * @param databaseServer connection string of the PostgreSQL server to use, by default TEST_DATABASE_URL; without one
 *   the server starts its own
 */
export async function startEditedEstateServer(
  estate: string,
  edits: ContentEdits,
  databaseServer = process.env.TEST_DATABASE_URL,
): Promise<EditedEstateServer> {
  const root = await mkdtemp(join(tmpdir(), 'cuvee-variant-'));
  const content = join(root, 'sites', estate, 'content');
  await cp(join(sitesFolder, estate), join(root, 'sites', estate), { recursive: true });
  for (const [name, edit] of Object.entries(edits)) {
    const file = join(content, name);
    const json = JSON.parse(await readFile(file, 'utf8'));
    edit(json as never);
    await writeFile(file, JSON.stringify(json));
  }
  const database = databaseServer ? await createTestDatabase(databaseServer) : undefined;
  const server = await startServer({
    env: {
      DATA_DIR: join(root, 'data'),
      SITES_DIR: join(root, 'sites'),
      ...(database && { DATABASE_URL: database.url }),
    },
  });
  const host = `${estate}.localhost:${server.port}`;
  await waitForServer(server, `http://127.0.0.1:${server.port}/`, { headers: { host } });
  return {
    origin: `http://${host}`,
    port: server.port,
    databaseUrl: database?.url,
    async readMails() {
      const outbox = join(root, 'data/outbox');
      const files = (await readdir(outbox)).filter((name) => name.endsWith('.eml'));
      const mails = await Promise.all(files.map((name) => readFile(join(outbox, name), 'utf8')));
      return mails
        .join('\n')
        .replace(/=\r?\n/g, '')
        .replace(/=3D/g, '=');
    },
    async stop() {
      await server.stop();
      await database?.drop();
      await rm(root, { recursive: true, force: true });
    },
  };
}
