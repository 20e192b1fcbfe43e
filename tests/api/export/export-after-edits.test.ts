import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { awards, boxContents, products, recommendations, variants } from '#server/api/catalogue/catalogue-tables.ts';
import { type SiteTx, withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { withSiteTransactionOrRollback } from '#server/api/database/site-transaction-or-rollback.ts';
import { eLabels } from '#server/api/labels/labels-tables.ts';
import { createItem, deleteItem, updateItem } from '#server/api/resources/edit-item.ts';
import { type ItemInput, type ItemKey, readItem } from '#server/api/resources/resource.ts';
import { demonstrationReviews } from '#server/api/reviews/reviews-tables.ts';
import { pickupPoints } from '#server/api/shipping/shipping-tables.ts';
import { exportSiteContent } from '#server/export/export-site-content.ts';
import { checkSiteContent } from '#server/import/check-site-content.ts';
import { findSiteFolderWarnings } from '#server/import/find-site-folder-warnings.ts';
import { importSite } from '#server/import/import-site.ts';
import { readSiteFolderContent } from '#server/import/read-site-folder.ts';
import type { Outcome } from '#shared/outcome.ts';
import { createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { findResource } from '#tests/support/fixtures/find-resource.ts';
import { seedOrder } from '#tests/support/fixtures/seed-order.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

const site = 40;
const estate = join(import.meta.dirname, '../../../sites/domaine-des-chenes');
const { db } = await openTestDatabase();
const copy = await openTestDatabase();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuvee-edits-'));
  await importSite({ db, filesDir: join(folder, 'files') }, estate);
}, 300_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const inSite = <T>(work: (tx: SiteTx) => Promise<T>) => withSiteTransaction(db, site, work);
const edit = <Value, Refusal extends string>(work: (tx: SiteTx) => Promise<Outcome<Value, Refusal>>) =>
  withSiteTransactionOrRollback(db, site, work);

async function readStored(name: string, key: ItemKey) {
  const stored = await inSite((tx) => readItem(tx, findResource(name), key));
  if (!stored) throw new Error(`there is no ${name} ${key}`);
  return stored;
}
const create = (name: string, input: ItemInput) => edit((tx) => createItem(tx, findResource(name), input));
async function change(name: string, key: ItemKey, changes: ItemInput) {
  const { item, revision } = await readStored(name, key);
  return edit((tx) => updateItem(tx, findResource(name), { ...item, ...changes }, { key, revision }));
}
async function remove(name: string, key: ItemKey) {
  const { revision } = await readStored(name, key);
  return edit((tx) => deleteItem(tx, findResource(name), { key, revision }));
}

let exports = 0;
/** Exports the site to a new folder, in the format that imports read. */
async function exportFolder(): Promise<string> {
  exports += 1;
  const dir = join(folder, `export-${exports}`);
  await exportSiteContent({ db, filesDir: join(folder, 'files') }, site, dir);
  await copyFile(join(estate, 'site.json'), join(dir, 'site.json'));
  return dir;
}
async function findIssuesOfExport() {
  const dir = await exportFolder();
  const read = await readSiteFolderContent(dir);
  return { dir, issues: read.ok ? checkSiteContent(read.value) : read.issues };
}

/**
 * Finds a wine that is in no box and to which awards and other wines refer, and assigns an existing label and review
 * to it.
 */
async function prepareNamedWine(): Promise<number> {
  const productId = await inSite(async (tx) => {
    const boxed = tx
      .select({ id: variants.productId })
      .from(boxContents)
      .innerJoin(variants, eq(variants.id, boxContents.variantId));
    const inBoxes = new Set((await boxed).map(({ id }) => id));
    const named = await tx
      .select({ id: products.id })
      .from(products)
      .innerJoin(awards, and(eq(awards.siteId, products.siteId), eq(awards.productId, products.id)))
      .innerJoin(
        recommendations,
        and(eq(recommendations.siteId, products.siteId), eq(recommendations.recommendedId, products.id)),
      );
    const found = named.find(({ id }) => !inBoxes.has(id))?.id;
    if (found === undefined) throw new Error('the estate has no wine with an award and a recommendation');
    const [label] = await tx.select().from(eLabels).limit(1);
    const [review] = await tx.select().from(demonstrationReviews).limit(1);
    await tx
      .update(eLabels)
      .set({ productId: found })
      .where(eq(eLabels.id, label?.id ?? 0));
    await tx
      .update(demonstrationReviews)
      .set({ productId: found })
      .where(eq(demonstrationReviews.id, review?.id ?? 0));
    return found;
  });
  return productId;
}

async function deleteOrderedWine() {
  const productId = await prepareNamedWine();
  const customer = await createCustomer({ db }, { site });
  const [variant] = await inSite((tx) => tx.select().from(variants).where(eq(variants.productId, productId)));
  await seedOrder({ db }, customer, { lines: [{ productId, variantId: variant?.id ?? 0 }] });
  const outcome = await remove('product', productId);
  expect((await readStored('product', productId)).archivedAt).toBeInstanceOf(Date);
  return outcome;
}

async function deleteAllEvents() {
  const resource = findResource('element');
  const { table } = resource;
  if (!table) throw new Error('elements have no table');
  const ids = (await inSite((tx) => tx.select().from(table))).map((row) => Number((row as { id: number }).id));
  for (const id of ids) expect(await remove('element', id)).toMatchObject({ ok: true });
  return { ok: true };
}

async function showForm() {
  const form = await create('form', {
    title: 'Visite privée',
    confirmation: 'Merci',
    fields: [{ type: 'text', name: 'group', label: 'Groupe' }],
  });
  if (!form.ok) throw new Error(form.refusal);
  const section = { id: 99, kind: 'form', form: form.value.key };
  const page = await create('page', { title: 'Nous rendre visite', type: 'CMS', sections: [section] });
  expect(page).toMatchObject({ ok: true });
  return remove('form', form.value.key);
}

async function removeEntryOfPopup() {
  const { item } = await readStored('page-tree', 'fr_FR');
  const entries = item.entries as { id: number; children?: unknown[]; type: string }[];
  const entry = entries.findLast(({ children, type }) => !children && type !== 'HOME');
  if (!entry) throw new Error('the page tree has no entry to remove');
  const popup = await create('popup', { title: 'Portes ouvertes', body: { html: '' }, pageEntries: [entry.id] });
  expect(popup).toMatchObject({ ok: true });
  return change('page-tree', 'fr_FR', { entries: entries.filter(({ id }) => id !== entry.id) });
}

async function deletePickupPoints() {
  const ids = (await inSite((tx) => tx.select({ id: pickupPoints.id }).from(pickupPoints))).map(({ id }) => id);
  const last = ids.pop();
  for (const id of ids) expect(await remove('pickup-point', id)).toMatchObject({ ok: true });
  return remove('pickup-point', last ?? 0);
}

async function renameNewsletter() {
  const named = await create('newsletter-list', { position: 9, name: 'La feuille', description: '' });
  if (!named.ok) throw new Error(named.refusal);
  const consent = { name: 'letter', type: 'consent', newsletterList: named.value.key };
  const fields = [
    { name: 'email', type: 'email', label: 'E-mail' },
    { ...consent, label: 'Je m’abonne à La feuille' },
  ];
  const form = await create('form', { title: 'Restons en contact', confirmation: 'Merci', fields });
  expect(form).toMatchObject({ ok: true });
  return change('newsletter-list', named.value.key, { name: 'La gazette' });
}

describe('an export after edits in the panel', { timeout: 300_000 }, () => {
  it.each<[string, () => Promise<object>, object]>([
    ['the withdrawal of a wine from the site', () => change('product', 3, { isPublished: false }), { ok: true }],
    ['the deletion of a wine that orders and other items name', deleteOrderedWine, { ok: true }],
    ['the deletion of all events', deleteAllEvents, { ok: true }],
    [
      'the deletion of a form that a page shows',
      showForm,
      { refusal: 'still_used_by', values: { items: 'Nous rendre visite' } },
    ],
    [
      'the removal of a page tree entry that a popup names',
      removeEntryOfPopup,
      { refusal: 'still_used_by', values: { items: 'Portes ouvertes' } },
    ],
    [
      'the deletion of the last pickup point of a carrier',
      deletePickupPoints,
      { refusal: 'still_used_by', values: { items: expect.stringMatching(/\S/) } },
    ],
    [
      'the loss of the type of an address with collection times',
      () => change('address', 1, { types: ['shop'] }),
      { refusal: 'collection_times_left' },
    ],
    [
      'the new name of a newsletter that a form names',
      renameNewsletter,
      { refusal: 'newsletter_named', values: { items: 'Restons en contact' } },
    ],
    [
      'a popup on an entry that no page tree has',
      () => create('popup', { title: 'Perdu', body: { html: '' }, pageEntries: [987_654] }),
      { refusal: 'unknown_reference' },
    ],
  ])('has no missing reference after %s', async (_, run, expected) => {
    expect(await run()).toMatchObject(expected);
    const { issues } = await findIssuesOfExport();
    expect(issues).toEqual([]);
  });

  it('names no archived wine, keeps the label of a printed bottle, and imports into an empty database', async () => {
    const { dir } = await findIssuesOfExport();
    const warnings = await findSiteFolderWarnings(dir);
    expect(warnings.filter(({ file }) => file === 'content/e-labels.json')).toEqual([]);
    expect(warnings.filter(({ file }) => file.startsWith('content/page-tree'))).toMatchObject([
      { reason: expect.stringContaining('has no file') },
      { reason: expect.stringContaining('has no file') },
    ]);
    const labels = await inSite((tx) => tx.$count(eLabels));
    await importSite({ db: copy.db, filesDir: join(folder, 'copied-files') }, dir);
    expect(await withSiteTransaction(copy.db, site, (tx) => tx.$count(eLabels))).toBe(labels);
    const unpublished = (tx: SiteTx) =>
      tx.select({ id: products.id }).from(products).where(eq(products.isPublished, false));
    expect(await withSiteTransaction(copy.db, site, unpublished)).toEqual([{ id: 3 }]);
  });

  it('accepts the new name of a newsletter once the form names both', async () => {
    const [list] = await inSite((tx) =>
      tx.execute<{ id: number }>(`select id from newsletter_lists where name = '"La feuille"'`),
    ).then(({ rows }) => rows);
    const [form] = await inSite((tx) =>
      tx.execute<{ id: number }>(`select id from forms where title = '"Restons en contact"'`),
    ).then(({ rows }) => rows);
    const { item } = await readStored('form', form?.id ?? 0);
    const fields = (item.fields as { name: string; label: string }[]).map((field) =>
      field.name === 'letter' ? { ...field, label: 'Je m’abonne à La feuille (bientôt La gazette)' } : field,
    );
    expect(await change('form', form?.id ?? 0, { fields })).toMatchObject({ ok: true });
    expect(await change('newsletter-list', list?.id ?? 0, { name: 'La gazette' })).toMatchObject({ ok: true });
    expect((await findIssuesOfExport()).issues).toEqual([]);
  });
});
