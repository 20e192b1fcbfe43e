import { expect, test } from 'vitest';
import { createDatabaseBeforeNamedMigration } from '#tests/support/servers/create-database-before-named-migration.ts';

test('the migration counts the stored visits by day and source and deletes the visitors of earlier days', async () => {
  const database = await createDatabaseBeforeNamedMigration(
    'visit-counts',
    `insert into sites (id, name, hosts, origins, languages, default_lang, time_zone)
       values (40, 'Estate', '[]', '{}', '[]', 'fr_FR', 'Europe/Paris');
     insert into visits (day, visitor, source)
       values ('2026-05-01', 'a', 'flyer'), ('2026-05-01', 'b', 'flyer'), ('2026-05-02', 'a', 'flyer'),
              ((now() at time zone 'UTC')::date, 'c', 'today');
     insert into visits (day, visitor, source)
       select '2026-05-03', 'visitor-' || n, 'source-' || least(n, 250) from generate_series(1, 260) n`,
  );
  const { $client } = await database.migrateFully();
  const { rows } = await $client.query(
    `select relname from pg_class where relforcerowsecurity and relname in ('visits', 'visit_counts')`,
  );
  expect(rows).toHaveLength(2);
  expect(
    await database.readSite(
      `select day::text, source, count from visit_counts where day <= '2026-05-02' order by day, source`,
    ),
  ).toEqual([
    { day: '2026-05-01', source: 'flyer', count: 2 },
    { day: '2026-05-02', source: 'flyer', count: 1 },
  ]);
  expect(
    await database.readSite(
      `select count(*)::int as sources, sum(count)::int as visits, max(count) filter (where source = 'source-250') as highest,
              max(count) filter (where source = 'other') as other from visit_counts where day = '2026-05-03'`,
    ),
  ).toEqual([{ sources: 201, visits: 260, highest: 11, other: 50 }]);
  expect(await database.readSite('select visitor from visits')).toEqual([{ visitor: 'c' }]);
});
