import type { Db } from '#server/api/database/connect.ts';
import { inSite } from '#server/api/database/site-transaction.ts';
import { sites } from '#server/api/database/sites-table.ts';

/** An estate without content, for tests that need no more. */
export async function insertSite(db: Db, id: number, row: Partial<typeof sites.$inferInsert> = {}): Promise<void> {
  await inSite(db, id, (tx) =>
    tx.insert(sites).values({
      id,
      name: `Estate ${id}`,
      hosts: [{ name: `estate-${id}.example`, lang: 'fr_FR' }],
      origins: { fr_FR: `https://estate-${id}.example` },
      languages: ['fr_FR'],
      defaultLang: 'fr_FR',
      timeZone: 'Europe/Paris',
      ...row,
    }),
  );
}
