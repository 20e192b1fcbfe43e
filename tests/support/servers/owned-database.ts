import { randomBytes } from 'node:crypto';
import { inject, onTestFinished } from 'vitest';
import { buildDatabaseUrl, executeSqlOverNewConnection } from './create-test-database.ts';

/**
 * Creates an empty database for one test, whose owner is not a superuser, so that forced row-level security applies to
 * it.
 * @returns Its connection string as the owner.
 */
export async function createDatabaseOfOrdinaryOwner(): Promise<string> {
  const server = inject('databaseServer');
  const name = `cuvee_owned_${randomBytes(6).toString('hex')}`;
  const password = randomBytes(12).toString('hex');
  await executeSqlOverNewConnection(server, `create role ${name} login createrole nosuperuser password '${password}'`);
  await executeSqlOverNewConnection(server, `create database ${name} owner ${name}`);
  await executeSqlOverNewConnection(server, `grant cuvee_app to ${name}`);
  onTestFinished(async () => {
    await executeSqlOverNewConnection(server, `drop database ${name} with (force)`);
    await executeSqlOverNewConnection(server, `drop role ${name}`);
  });
  const url = new URL(buildDatabaseUrl(server, name));
  url.username = name;
  url.password = password;
  return url.href;
}
