import { expect, test } from 'vitest';
import { migrate } from '#server/api/database/migrate.ts';
import { createDatabaseBeforeMigrationNumber, runAsSiteOwner } from '#tests/support/servers/older-database.ts';

test('migration 0003 sets the actor of existing state changes, even when the owner is not a superuser', async () => {
  const db = await createDatabaseBeforeMigrationNumber(3);
  await runAsSiteOwner(db, 40, (client) =>
    client.query(`
    insert into sites (id, name, hosts, origins, languages, default_lang, time_zone)
      values (40, 'Estate', '[]', '{}', '[]', 'fr_FR', 'Europe/Paris');
    insert into orders (id, number, email, lang, state, delivery_type, bottles, subtotal, discount, shipping_fees, total,
        vat, billing_address, phone, message, payment_method, terms_version)
      values (1, '2026-00001', '', 'fr_FR', 'PAID', 'DELIVERY', 1, 1, 0, 0, 1, '[]', '{}', '', '', 'TRANSFER', '');
    insert into order_state_moves (order_id, state, by_user_id) values (1, 'PENDING', null), (1, 'PAID', 7);`),
  );

  await migrate(db, async () => {});
  const { rows: forced } = await db.$client.query(
    `select relrowsecurity, relforcerowsecurity from pg_class where relname = 'order_state_changes'`,
  );
  expect(forced).toEqual([{ relrowsecurity: true, relforcerowsecurity: true }]);
  const { rows } = await runAsSiteOwner(db, 40, (client) =>
    client.query('select state, actor from order_state_changes order by id'),
  );
  expect(rows).toEqual([
    { state: 'PENDING', actor: 'customer' },
    { state: 'PAID', actor: 'staff' },
  ]);
});
