import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../../server/api/database/migrations');
const files = readdirSync(folder).filter((name) => name.endsWith('.sql'));

// Drizzle writes a text default of a jsonb column without converting it to JSON, and PostgreSQL refuses the migration.
test.each(files)('the migration %s has no default of a jsonb column that is no JSON', (file) => {
  const sql = readFileSync(join(folder, file), 'utf8');
  const defaults = [...sql.matchAll(/\bjsonb DEFAULT '([^']*)'/g)].map(([, value = '']) => value);
  for (const value of defaults) expect(() => JSON.parse(value), value).not.toThrow();
});

interface Snapshot {
  tables: Record<string, { name: string; columns: Record<string, { name: string; type: string }> }>;
}

test('the boolean columns of the schema have names that are predicates', () => {
  const last = files.sort().at(-1)?.slice(0, 4);
  const { tables }: Snapshot = JSON.parse(readFileSync(join(folder, `meta/${last}_snapshot.json`), 'utf8'));
  const booleans = Object.values(tables).flatMap(({ name: table, columns }) =>
    Object.values(columns).flatMap(({ name, type }) => (type === 'boolean' ? [`${table}.${name}`] : [])),
  );
  expect(booleans.length).toBeGreaterThan(10);
  expect(booleans.filter((column) => !/\.(?:is|has|can|should)_/.test(column))).toEqual([]);
});
