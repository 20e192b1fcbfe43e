import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { createMailTexts } from '#server/api/mail/mail-content.ts';
import { renderHtmlOfMail } from '#server/api/mail/render-mail.ts';
import { readMailBranding } from '#server/api/site/mail-branding.ts';
import { parameters, themes } from '#server/api/site/site-tables.ts';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { openTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';

let database: TestDatabase;
let filesDir: string;
beforeAll(async () => {
  database = await openTestDatabase();
  filesDir = mkdtempSync(join(tmpdir(), 'cuvee-files-'));
  await seedEstate(database.db, filesDir, { id: 40, mark: 'Essai' });
});

afterAll(() => rmSync(filesDir, { recursive: true }));

test('mails have the colours of the parameters, which take precedence over the theme', async () => {
  const render = () =>
    withSiteTransaction(database.db, 40, async (tx) => {
      const mail = { subject: 'Order', blocks: [{ kind: 'link' as const, label: 'Open', href: 'https://a.example/' }] };
      return renderHtmlOfMail(mail, await readMailBranding(tx, 'fr_FR'), createMailTexts('fr_FR', 'Europe/Paris'));
    });
  expect(await render()).not.toMatch(/#12ab34|#31415a/);
  await withSiteTransaction(database.db, 40, (tx) =>
    tx.insert(parameters).values([
      { type: 'ACCENT_COLOR', value: '#12ab34' },
      { type: 'PRIMARY_COLOR', value: '#31415a' },
    ]),
  );
  const html = await render();
  expect(html).toContain('border-top:3px solid #12ab34');
  expect(html).toContain('background:#31415a');
});

test('mails and documents name the company with its register and VAT numbers', async () => {
  await withSiteTransaction(database.db, 40, async (tx) => {
    const mentions = { COMPANY_NAME: 'SCEA Essai', RCS_NUMBER: 'Saintes 000 400 044', INTRACOMMUNITY_VAT: 'FR60' };
    for (const [type, value] of Object.entries(mentions) as [keyof typeof mentions, string][])
      await tx
        .insert(parameters)
        .values({ type, value })
        .onConflictDoUpdate({ target: [parameters.siteId, parameters.type], set: { value } });
  });
  const { company } = await withSiteTransaction(database.db, 40, (tx) => readMailBranding(tx, 'fr_FR'));
  expect(company).toMatch(/^SCEA Essai.* · RCS Saintes 000 400 044 · .*TVA FR60$/);
});

test('mails have opaque hexadecimal colours, however the theme writes them', async () => {
  const { colours } = await withSiteTransaction(database.db, 40, async (tx) => {
    await tx.delete(parameters);
    await tx.update(themes).set({
      primary: 'RebeccaPurple',
      accent: '#c418',
      ink: 'no colour',
      backgrounds: { paper: 'white', raised: '', footer: 'hsl(0 0% 90%)' },
    });
    return readMailBranding(tx, 'fr_FR');
  });
  expect(colours).toEqual({
    paper: '#ffffff',
    card: '#ffffff',
    foot: '#e6e6e6',
    ink: '#2b2a1c',
    primary: '#663399',
    accent: '#e49b80',
  });
});
