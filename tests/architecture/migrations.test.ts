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
