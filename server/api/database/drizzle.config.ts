import { defineConfig } from 'drizzle-kit';

/** `npx drizzle-kit generate --name <what>` writes the next migration from the tables. */
export default defineConfig({
  dialect: 'postgresql',
  casing: 'snake_case',
  schema: ['./server/api/database/sites-table.ts', './server/api/*/*-tables.ts', './server/import/import-tables.ts'],
  out: './server/api/database/migrations',
});
