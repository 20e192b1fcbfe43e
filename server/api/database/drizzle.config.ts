import { defineConfig } from 'drizzle-kit';

/** Next migration: `npx drizzle-kit generate --config server/api/database/drizzle.config.ts --name <name>`. */
export default defineConfig({
  dialect: 'postgresql',
  casing: 'snake_case',
  schema: ['./server/api/database/sites-table.ts', './server/api/*/*-tables.ts', './server/import/import-tables.ts'],
  out: './server/api/database/migrations',
});
