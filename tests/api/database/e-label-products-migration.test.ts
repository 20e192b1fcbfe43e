import { expect, test } from 'vitest';
import { createDatabaseBeforeNamedMigration } from '#tests/support/servers/create-database-before-named-migration.ts';

test('the migration gives a label the only product of its estate that has its name', async () => {
  const product = (id: number, name: string) =>
    `(${id}, 'p${id}', '"${name}"', 'WINE', 'red', '""', '""', false, 0, false, true, 20, true, '""', '{}', '[]', '""', '""', '[]', '')`;
  const label = (id: number, name: string) => `(${id}, '"${name}"', 'red', 12.5, '["grapes"]', '{}')`;
  const database = await createDatabaseBeforeNamedMigration(
    'e-label-products',
    `insert into sites (id, name, hosts, origins, languages, default_lang, time_zone)
       values (40, 'Estate', '[]', '{}', '[]', 'fr_FR', 'Europe/Paris');
     insert into products (id, slug, name, type, kind, appellation, summary, is_vintage, position, promoted,
         has_shipping_fees, vat_rate, is_alcohol, html, tasting, facts, ingredients, allergens, videos, search_text)
       values ${product(7, 'Merlot')}, ${product(8, 'Malbec')}, ${product(9, 'Malbec')};
     insert into e_labels (id, name, kind, alcohol, ingredients, nutrition)
       values ${label(1, 'Merlot')}, ${label(2, 'Malbec')}, ${label(3, 'Syrah')}`,
  );
  await database.migrateFully();
  expect(await database.readSite('select id, product_id from e_labels order by id')).toEqual([
    { id: 1, product_id: 7 },
    { id: 2, product_id: null },
    { id: 3, product_id: null },
  ]);
});
