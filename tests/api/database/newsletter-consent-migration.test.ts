import { expect, test } from 'vitest';
import { createDatabaseBeforeNamedMigration } from '#tests/support/servers/create-database-before-named-migration.ts';

test('the migration keeps subscriptions and gives each an unsubscription link of its own', async () => {
  const database = await createDatabaseBeforeNamedMigration(
    'newsletter-consent',
    `insert into sites (id, name, hosts, origins, languages, default_lang, time_zone)
       values (40, 'Estate', '[]', '{}', '[]', 'fr_FR', 'Europe/Paris');
     insert into newsletter_lists (id, position, name, description) values (1, 0, '"One"', '""'), (2, 1, '"Two"', '""');
     insert into newsletter_subscriptions (email_key, list_id, email, subscribed_at)
       values ('a@mail.example', 1, 'A@mail.example', '2026-01-01Z'), ('a@mail.example', 2, 'A@mail.example', '2026-02-01Z')`,
  );
  await database.migrateFully();
  const rows = await database.readSite(
    `select list_id, email, source, sentence, ended_at, subscribed_at::date::text as day from newsletter_subscriptions
      order by list_id`,
  );
  const kept = { email: 'A@mail.example', source: 'UNRECORDED', sentence: '', ended_at: null };
  expect(rows).toEqual([
    { ...kept, list_id: 1, day: '2026-01-01' },
    { ...kept, list_id: 2, day: '2026-02-01' },
  ]);
  const [tokens] = await database.readSite(
    'select count(distinct unsubscribe_token)::int from newsletter_subscriptions',
  );
  expect(tokens).toEqual({ count: 2 });
});
