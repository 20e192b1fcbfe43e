import { expect, test } from 'vitest';
import { createDatabaseBeforeNamedMigration } from '#tests/support/servers/create-database-before-named-migration.ts';

const order = (id: number, userId: string, email: string) =>
  `(${id}, '2026-0000${id}', ${userId}, '${email}', 'fr_FR', 'PENDING', 'DELIVERY', 1, 1, 0, 0, 1, '[]', '{}', '', '', 'TRANSFER', '')`;

test('the migration attributes uses of codes and idempotency keys to email addresses', async () => {
  const database = await createDatabaseBeforeNamedMigration(
    'guest-orders',
    `insert into sites (id, name, hosts, origins, languages, default_lang, time_zone)
       values (40, 'Estate', '[]', '{}', '[]', 'fr_FR', 'Europe/Paris');
     insert into users (id, email, email_key, password_hash, firstname, lastname, phone, role, lang)
       values (7, 'Camille@mail.example', 'camille@mail.example', '', '', '', '', 'MEMBER', 'fr_FR');
     insert into orders (id, number, user_id, email, lang, state, delivery_type, bottles, subtotal, discount, shipping_fees,
         total, vat, billing_address, phone, message, payment_method, terms_version)
       values ${order(1, '7', 'Camille@mail.example')}, ${order(2, 'null', '')};
     insert into code_uses (code_id, order_id, user_id, used_on) values (5, 1, 7, '2026-01-01'), (5, 2, null, '2026-01-01');
     insert into order_requests (user_id, key, body_hash, order_id) values (7, 'a-key-of-a-cart', '0', 1)`,
  );
  const { $client } = await database.migrateFully();
  const { rows } = await $client.query(
    `select relname from pg_class where relforcerowsecurity
      and relname in ('users', 'orders', 'order_requests', 'code_uses', 'order_tokens')`,
  );
  expect(rows).toHaveLength(5);
  expect(await database.readSite('select order_id, email_key from code_uses order by order_id')).toEqual([
    { order_id: 1, email_key: 'camille@mail.example' },
    { order_id: 2, email_key: null },
  ]);
  expect(await database.readSite('select email_key, key, order_id from order_requests')).toEqual([
    { email_key: 'camille@mail.example', key: 'a-key-of-a-cart', order_id: 1 },
  ]);
  expect(await database.readSite('select id, email_key from orders order by id')).toEqual([
    { id: 1, email_key: 'camille@mail.example' },
    { id: 2, email_key: '' },
  ]);
});
