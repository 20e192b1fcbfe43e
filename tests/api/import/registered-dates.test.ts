import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type SiteTx, withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { elementRegistrations, elementSlots } from '#server/api/elements/elements-tables.ts';
import { importSite } from '#server/import/import-site.ts';
import { isoTimeInHours } from '#tests/support/fixtures/element-input.ts';
import { copyStarterSite, createTemporaryFolder } from '#tests/support/fixtures/starter-site.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const database = await openTestDatabase();
const filesDir = await createTemporaryFolder();
let dir: string;

const runInSite = <T>(work: (tx: SiteTx) => Promise<T>) => withSiteTransaction(database.db, 42, work);
const runImport = () => importSite({ db: database.db, filesDir }, dir);
const startsAt = isoTimeInHours(72);
const slot = (id: number) => ({ id, startsAt, endsAt: isoTimeInHours(74), capacity: 10 });
const writeEvent = (slots: object[]) =>
  writeFile(
    join(dir, 'content/elements/events/tasting.json'),
    JSON.stringify({
      id: 5,
      slug: 'tasting',
      title: 'Dégustation',
      summary: 'Trois vins.',
      publishedAt: '2026-01-02T09:00:00Z',
      place: 'Au chai',
      pricePerPerson: 0,
      languages: ['fr'],
      registration: { maxPeople: 4 },
      markdown: 'elements/events/tasting.fr_FR.md',
      slots,
    }),
  );
const register = (slotId: number) =>
  runInSite((tx) =>
    tx.insert(elementRegistrations).values({
      elementId: 5,
      slotId,
      title: 'Dégustation',
      startsAt: new Date(startsAt),
      name: 'Jean',
      people: 2,
      email: 'jean@mail.example',
      emailKey: 'jean@mail.example',
      language: 'fr',
      lang: 'fr_FR',
      state: 'CONFIRMED',
      requestHash: 'x',
    }),
  );
const slotIds = async () => (await runInSite((tx) => tx.select().from(elementSlots))).map(({ id }) => id).sort();

beforeAll(async () => {
  dir = await copyStarterSite(await createTemporaryFolder(), 'chateau-b', 42);
  await mkdir(join(dir, 'content/elements/events'), { recursive: true });
  await writeFile(join(dir, 'content/elements/events/tasting.fr_FR.md'), 'Bienvenue.');
  await writeEvent([slot(31), slot(32)]);
  await runImport();
  await register(31);
});

describe('an import', () => {
  it('removes a date without registrations', async () => {
    await writeEvent([slot(31)]);
    await runImport();
    expect(await slotIds()).toEqual([31]);
  });

  it('refuses to remove a date for which visitors are registered, and its event', async () => {
    const refusal = /date 31 of "Dégustation" .*1 registered.*CANCELLED/;
    await writeEvent([]);
    await expect(runImport()).rejects.toThrow(refusal);
    await rm(join(dir, 'content/elements/events/tasting.json'));
    await rm(join(dir, 'content/elements/events/tasting.fr_FR.md'));
    await expect(runImport()).rejects.toThrow(refusal);
    expect(await slotIds()).toEqual([31]);
  });
});
