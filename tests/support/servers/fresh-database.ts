import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** The address of another database on the same server. */
export function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

export async function onServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

export interface FreshDatabase {
  /** As for DATABASE_URL. */
  url: string;
  drop(): Promise<void>;
}

/** Makes a database on a server: an empty one, or a copy of `template`. */
export async function createTestDatabase(server: string, template?: string): Promise<FreshDatabase> {
  const name = `cuvee_test_${randomBytes(6).toString('hex')}`;
  await onServer(server, `create database ${name}${template ? ` template ${template}` : ''}`);
  return {
    url: databaseUrl(server, name),
    drop: () => onServer(server, `drop database if exists ${name} with (force)`),
  };
}
