import { execFile as execFileWithCallback } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { contractions } from '#server/api/database/contractions.ts';

const execFile = promisify(execFileWithCallback);
const folder = join(import.meta.dirname, '../../server/api/database/migrations');
const files = readdirSync(folder).filter((name) => name.endsWith('.sql'));

// Drizzle writes a text default of a jsonb column without converting it to JSON, and PostgreSQL refuses the migration.
test.each(files)('the migration %s has no default of a jsonb column that is no JSON', (file) => {
  const sql = readFileSync(join(folder, file), 'utf8');
  const defaults = [...sql.matchAll(/\bjsonb DEFAULT '([^']*)'/g)].map(([, value = '']) => value);
  for (const value of defaults) expect(() => JSON.parse(value), value).not.toThrow();
});

test('the last snapshot has the tables of the code, so that a generated migration contains only the next change', async () => {
  const out = await mkdtemp(join(tmpdir(), 'cuvee-schema-'));
  onTestFinished(() => rm(out, { recursive: true }));
  await cp(folder, join(out, 'migrations'), { recursive: true });
  const config = join(out, 'drizzle.config.ts');
  // drizzle-kit reads the snapshots below the working directory.
  const migrations = relative('.', join(out, 'migrations'));
  await writeFile(
    config,
    `import config from ${JSON.stringify(join(folder, '../drizzle.config.ts'))};
     export default { ...config, out: ${JSON.stringify(migrations)} };`,
  );
  const { stdout, stderr } = await execFile('node_modules/.bin/drizzle-kit', ['generate', '--config', config]);
  expect(stdout, stderr).toContain('No schema changes, nothing to migrate');
  expect((await readdir(join(out, 'migrations'))).filter((name) => name.endsWith('.sql')).toSorted()).toEqual(
    files.toSorted(),
  );
}, 60_000);

interface Snapshot {
  tables: Record<string, { name: string; columns: Record<string, { name: string; type: string }> }>;
}

const readSnapshot = (number: string | undefined): Snapshot =>
  JSON.parse(readFileSync(join(folder, `meta/${number}_snapshot.json`), 'utf8'));

test('the boolean columns of the schema have names that are predicates', () => {
  const { tables } = readSnapshot(files.sort().at(-1)?.slice(0, 4));
  const booleans = Object.values(tables).flatMap(({ name: table, columns }) =>
    Object.values(columns).flatMap(({ name, type }) => (type === 'boolean' ? [`${table}.${name}`] : [])),
  );
  expect(booleans.length).toBeGreaterThan(10);
  expect(booleans.filter((column) => !/\.(?:is|has|can|should)_/.test(column))).toEqual([]);
});

/**
 * Statements that break the version before, which runs beside the new one while replicas are replaced: its queries name
 * the former columns, and its inserts give no value for new ones.
 */
const contractingStatements = [
  /\bDROP (?:TABLE|COLUMN|TYPE|FUNCTION|VIEW)\b/i,
  /\bALTER COLUMN "?\w+"? (?:DROP DEFAULT|SET NOT NULL)\b/i,
  /\bADD COLUMN (?!.*\bDEFAULT\b)(?!.*\bGENERATED\b).*\bNOT NULL\b/i,
];
/** These cannot be done in two steps: a new column is added instead, and the former one removed later. */
const refusedStatements = [/\bRENAME\b/i, /\bALTER COLUMN "?\w+"? (?:SET DATA )?TYPE\b/i];

const statementsOf = (sql: string) =>
  sql
    .replace(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean);

/** Returns the statements of a migration that the version before it does not survive. */
function findUnsafeStatements(sql: string, isContraction: boolean): string[] {
  const refused = isContraction ? refusedStatements : [...refusedStatements, ...contractingStatements];
  return statementsOf(sql).filter((statement) => refused.some((pattern) => pattern.test(statement)));
}

/** The first migration creates the schema, so that no version before it works with it. */
const baseline = '0000_baseline';
const checkedFiles = files.filter((file) => file !== `${baseline}.sql`);

describe('migrations work with the version before them', () => {
  test('no migration renames, drops, changes a type or requires a value, unless declared as contraction', () => {
    const unsafe = checkedFiles.flatMap((file) =>
      findUnsafeStatements(
        readFileSync(join(folder, file), 'utf8'),
        Object.hasOwn(contractions, file.slice(0, -4)),
      ).map((statement) => `${file}: ${statement}`),
    );
    expect(unsafe, 'add and copy now, and remove in a later migration (docs/how-to/change-the-schema.md)').toEqual([]);
  });

  test.each([
    ['ALTER TABLE "products" RENAME COLUMN "a" TO "b"', false],
    ['ALTER TABLE "products" ALTER COLUMN "a" SET DATA TYPE bigint', false],
    ['ALTER TABLE "products" DROP COLUMN "a"', true],
    ['DROP TABLE "products" CASCADE', true],
    ['ALTER TABLE "products" ADD COLUMN "a" integer NOT NULL', true],
    ['ALTER TABLE "products" ALTER COLUMN "a" SET NOT NULL', true],
    ['ALTER TABLE "products" ALTER COLUMN "a" DROP DEFAULT', true],
  ])('%s is refused, and allowed in a contraction: %s', (statement, isAllowedLater) => {
    expect(findUnsafeStatements(`${statement};`, false)).toEqual([statement]);
    expect(findUnsafeStatements(`${statement};`, true)).toEqual(isAllowedLater ? [] : [statement]);
  });

  test.each([
    'ALTER TABLE "products" ADD COLUMN "a" integer DEFAULT 0 NOT NULL',
    'ALTER TABLE "products" ADD COLUMN "a" text',
    'CREATE TABLE "things" ("id" integer NOT NULL)',
    'DROP INDEX "products_a"',
  ])('%s is accepted', (statement) => {
    expect(findUnsafeStatements(`${statement};`, false)).toEqual([]);
  });

  test.each(Object.entries(contractions).filter(([tag]) => tag !== baseline))(
    'the contraction %s removes only columns that the schema of %s has no more',
    (tag, unusedSince) => {
      expect(unusedSince < tag, 'an earlier migration').toBe(true);
      const { tables } = readSnapshot(unusedSince.slice(0, 4));
      const columns = Object.values(tables).flatMap((table) =>
        Object.values(table.columns).map(({ name }) => `${table.name}.${name}`),
      );
      const removed = [
        ...readFileSync(join(folder, `${tag}.sql`), 'utf8').matchAll(/ALTER TABLE "?(\w+)"? DROP COLUMN "?(\w+)"?/gi),
      ].map(([, table, column]) => `${table}.${column}`);
      expect(removed.filter((name) => columns.includes(name))).toEqual([]);
    },
  );
});
