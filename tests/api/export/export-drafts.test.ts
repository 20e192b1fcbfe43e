import { copyFile, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, isNotNull, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { createApiJobs } from '#server/api/api-jobs.ts';
import { type SiteTx, withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { saveNewsletterIssue } from '#server/api/newsletter/issues/save-newsletter-issue.ts';
import { newsletterIssues, newsletterLists } from '#server/api/newsletter/newsletter-tables.ts';
import { deleteDraft, scheduleDraft } from '#server/api/pages/edit-draft.ts';
import { outdatedPageRevisionSentinel } from '#server/api/pages/pages-repository.ts';
import { pageDrafts } from '#server/api/pages/pages-tables.ts';
import { readPublishedPage } from '#server/api/pages/publish-content.ts';
import { exportSiteContent } from '#server/export/export-site-content.ts';
import { checkSiteFolder, importSite } from '#server/import/import-site.ts';
import type { NewsletterIssueState } from '#shared/newsletter/newsletter-issue-states.ts';
import type { PageContent } from '#shared/pages/page-content.ts';
import { openTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';

const site = 40;
const estate = join(import.meta.dirname, '../../../sites/domaine-des-chenes');
const original = await openTestDatabase();
const copy = await openTestDatabase();
let filesDir: string;
let dir: string;

const runInSite = <T>({ db }: TestDatabase, work: (tx: SiteTx) => Promise<T>): Promise<T> =>
  withSiteTransaction(db, site, work);
const importInto = ({ db }: TestDatabase, folder: string, options = {}) =>
  importSite({ db, filesDir }, folder, options);
const publishAt = new Date(Date.now() + 7_200_000);

const contentOf = (title: string, ...sections: PageContent['sections']): PageContent => ({
  title: { fr_FR: title, en: title },
  image: null,
  sections: [{ id: 1, kind: 'text', paragraphs: [title, 'photos/not-a-picture.webp'] }, ...sections],
});
const incomplete = [
  { id: 2, kind: 'gallery' as const, images: [] },
  { id: 3, kind: 'picture' as const, image: { image: 999_999 } },
  { id: 4, kind: 'html' as const, text: { html: '<p>Un <strong>brouillon</strong></p>' } },
];

async function draftPage(tx: SiteTx, pageId: number, content: PageContent, change = {}): Promise<void> {
  const published = await readPublishedPage(tx, pageId);
  const edit = { pageId, revision: 0, pageRevision: published?.revision ?? 0, publishAt: null, content };
  expect(await scheduleDraft(tx, { ...edit, userId: 1, now: new Date(), ...change })).toMatchObject({
    ok: true,
  });
}

async function insertIssue(tx: SiteTx, id: number, state: NewsletterIssueState, newsletterList = 1): Promise<void> {
  const blocks = [
    { block: 'text' as const, body: { html: '<p>Les vendanges</p>' } },
    { block: 'picture' as const, image: 999_999, link: null },
    { block: 'products' as const, products: [1] },
  ];
  const subject = { fr_FR: `Lettre ${id}`, en: `Letter ${id}` };
  expect(await saveNewsletterIssue(tx, { id, newsletterList, subject, preheader: '', blocks })).toMatchObject({
    ok: true,
  });
  await tx.update(newsletterIssues).set({ state }).where(eq(newsletterIssues.id, id));
}

const readDrafts = (database: TestDatabase) =>
  runInSite(database, (tx) =>
    tx.select().from(pageDrafts).where(isNotNull(pageDrafts.content)).orderBy(pageDrafts.pageId),
  );
const readIssues = (database: TestDatabase) =>
  runInSite(database, (tx) => tx.select().from(newsletterIssues).orderBy(newsletterIssues.id));
const readTitle = async (database: TestDatabase, pageId: number) =>
  (await runInSite(database, (tx) => readPublishedPage(tx, pageId)))?.content.title;

// biome-ignore lint/suspicious/noExplicitAny: the tests change single fields of the file's JSON
async function changeFile(name: string, change: (items: any[]) => unknown): Promise<void> {
  const path = join(dir, 'content', name);
  const items = JSON.parse(await readFile(path, 'utf8'));
  await writeFile(path, JSON.stringify(change(items) ?? items));
}

beforeAll(async () => {
  filesDir = await mkdtemp(join(tmpdir(), 'cuvee-export-files-'));
  dir = join(await mkdtemp(join(tmpdir(), 'cuvee-export-')), 'domaine-des-chenes');
  await importInto(original, estate);
  await runInSite(original, async (tx) => {
    await draftPage(tx, 1, contentOf('Accueil de Noël', ...incomplete));
    await draftPage(tx, 2, contentOf('Domaine'), { publishAt });
    await draftPage(tx, 3, contentOf('Ancien'), { pageRevision: 7 });
    await draftPage(tx, 4, contentOf('Abandonné'));
    await deleteDraft(tx, { pageId: 4, revision: 1, userId: 1, now: new Date() });
    await insertIssue(tx, 1, 'DRAFT');
    await insertIssue(tx, 2, 'SCHEDULED');
    await insertIssue(tx, 3, 'SENT');
  });
  await exportSiteContent({ db: original.db, filesDir }, site, dir);
  await copyFile(join(estate, 'site.json'), join(dir, 'site.json'));
}, 300_000);

describe('the drafts of an exported folder', { timeout: 300_000 }, () => {
  it('are the same after an import into an empty database', async () => {
    await importInto(copy, dir);
    const [before, after] = [await readDrafts(original), await readDrafts(copy)];
    expect(after.map(({ pageId }) => pageId)).toEqual([1, 2, 3]);
    const toWork = (rows: typeof before) =>
      rows.map(({ pageId, content, publishAt: time }) => ({ pageId, content, time }));
    expect(toWork(after)).toEqual(toWork(before));
    expect(after.map(({ pageRevision }) => pageRevision)).toEqual([0, 0, outdatedPageRevisionSentinel]);
  });

  it('contain the newsletter issues that were not sent, all of them as drafts', async () => {
    const [before, after] = [await readIssues(original), await readIssues(copy)];
    const toContent = (rows: typeof before) =>
      rows.map(({ id, listId, subject, preheader, blocks }) => ({ id, listId, subject, preheader, blocks }));
    expect(toContent(after)).toEqual(toContent(before).slice(0, 2));
    expect(after.map(({ state, sendAt }) => [state, sendAt])).toEqual([
      ['DRAFT', null],
      ['DRAFT', null],
    ]);
  });

  it('contain no email address or id of an editor', async () => {
    const text = await readFile(join(dir, 'content/page-drafts.json'), 'utf8');
    expect(text).not.toMatch(/editedBy|userId|@/);
    expect((await readDrafts(copy)).map(({ editedBy }) => editedBy)).toEqual([0, 0, 0]);
  });

  it('change nothing when they are imported again', async () => {
    expect(await importInto(copy, dir)).toMatchObject({ added: 0, changed: 0, removed: 0, kept: 0, omitted: 0 });
  });

  it('are published by the schedule, although no member of staff has scheduled them here', async () => {
    const { rows } = await copy.db.execute<{ run_at: Date }>(
      sql`select run_at from graphile_worker.jobs where task_identifier = 'publish-page'`,
    );
    expect(rows.map(({ run_at }) => new Date(run_at).getTime())).toEqual([publishAt.getTime()]);
    const run = createApiJobs({ filesDir } as never).tasks['publish-page'];
    const payload = { page: 2, revision: 1 };
    await run?.({ db: copy.db, siteId: site, payload, signal: new AbortController().signal });
    expect(await readTitle(copy, 2)).toEqual({ fr_FR: 'Domaine', en: 'Domaine' });
  });

  it('are not imported again once they were published, and stay as staff have edited them, except with overwrite', async () => {
    await runInSite(copy, (tx) => draftPage(tx, 1, contentOf('Édité ici'), { revision: 1 }));
    const kept = await importInto(copy, dir);
    expect(kept.keptRows).toContainEqual({ table: 'page_drafts', key: '1', label: 'Édité ici' });
    expect((await readDrafts(copy)).map(({ pageId }) => pageId)).toEqual([1, 3]);

    await importInto(copy, dir, { shouldOverwrite: true });
    const [first, second] = await readDrafts(copy);
    expect(first).toMatchObject({ pageId: 1, revision: 3, content: { title: { fr_FR: 'Accueil de Noël' } } });
    expect(second).toMatchObject({ pageId: 2, publishAt });
  });

  it('change nothing in a newsletter issue that was sent here, not even with overwrite', async () => {
    await runInSite(copy, (tx) => tx.update(newsletterIssues).set({ state: 'SENT' }).where(eq(newsletterIssues.id, 1)));
    await changeFile('newsletter-issues.json', ([first, second]) => {
      first.subject = 'Changé';
      second.subject = 'Changé';
    });
    await importInto(copy, dir, { shouldOverwrite: true });
    expect((await readIssues(copy)).map(({ subject }) => subject)).toEqual([
      { fr_FR: 'Lettre 1', en: 'Letter 1' },
      'Changé',
    ]);
  });

  it('lose a schedule that has passed, and their script', async () => {
    await changeFile('page-drafts.json', ([first]) => {
      first.publishAt = '2026-01-01T00:00:00Z';
      first.content.sections[3].text.html = '<p>Sûr</p><script>alert(1)</script>';
    });
    await importInto(copy, dir);
    const [draft] = await readDrafts(copy);
    expect(draft?.publishAt).toBeNull();
    expect(draft?.content?.sections[3]).toMatchObject({ text: { html: '<p>Sûr</p>' } });
  });

  it('are outdated if the page has other content than the one that they are based on', async () => {
    expect((await readDrafts(copy))[0]?.pageRevision).not.toBe(outdatedPageRevisionSentinel);
    await changeFile('page-drafts.json', ([first]) => {
      first.basedOn = 'a'.repeat(64);
      first.content.title = 'Autre';
    });
    await importInto(copy, dir);
    expect((await readDrafts(copy))[0]?.pageRevision).toBe(outdatedPageRevisionSentinel);
  });

  it('are removed with the entry of the folder, and return with it', async () => {
    const text = await readFile(join(dir, 'content/page-drafts.json'), 'utf8');
    await changeFile('page-drafts.json', (drafts) => drafts.filter(({ page }) => page !== 3));
    expect(await importInto(copy, dir)).toMatchObject({ removed: 1 });
    expect((await readDrafts(copy)).map(({ pageId }) => pageId)).toEqual([1, 2]);
    await writeFile(join(dir, 'content/page-drafts.json'), text);
    expect(await importInto(copy, dir)).toMatchObject({ added: 1 });
    expect((await readDrafts(copy)).at(-1)).toMatchObject({ pageId: 3, revision: 3 });
  });

  it('keep a newsletter that the folder no longer contains while staff have an issue of it', async () => {
    const readLists = () =>
      runInSite(copy, (tx) => tx.select({ id: newsletterLists.id }).from(newsletterLists).orderBy(newsletterLists.id));
    await runInSite(copy, (tx) => insertIssue(tx, 9, 'DRAFT', 2));
    const path = join(dir, 'content/newsletter-lists.json');
    const text = await readFile(path, 'utf8');
    await changeFile('newsletter-lists.json', (lists) => lists.filter(({ id }) => id !== 2));
    await importInto(copy, dir);
    expect(await readLists()).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
    await runInSite(copy, (tx) => tx.delete(newsletterIssues).where(eq(newsletterIssues.id, 9)));
    await importInto(copy, dir);
    expect(await readLists()).toEqual([{ id: 1 }, { id: 3 }]);
    await writeFile(path, text);
  });

  it('are refused with file and path if they name an unknown page or newsletter or repeat one', async () => {
    await changeFile('page-drafts.json', ([first, ...others]) => [first, { ...first, page: 999 }, first, ...others]);
    await changeFile('newsletter-issues.json', ([first, second]) => {
      second.id = first.id;
      second.newsletterList = 77;
    });
    expect((await checkSiteFolder(dir)).map(({ file, path }) => `${file} ${path}`)).toEqual(
      expect.arrayContaining([
        'content/page-drafts.json 1.page',
        'content/page-drafts.json 2.page',
        'content/newsletter-issues.json 1.id',
        'content/newsletter-issues.json 1.newsletterList',
      ]),
    );
    await changeFile('page-drafts.json', ([first]) => [{ ...first, content: { title: 'x', image: null } }]);
    expect(await checkSiteFolder(dir)).toMatchObject([
      { file: 'content/page-drafts.json', path: '0.content.sections' },
    ]);
  });
});
