import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPersonalDataAccess } from '#server/api/api-personal-data-access.ts';
import { apiProviders } from '#server/api/api-providers.ts';
import { auditEntries } from '#server/api/audit/audit-tables.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { reviewsJobs } from '#server/api/reviews/reviews-jobs.ts';
import { reviewInvitations, reviews } from '#server/api/reviews/reviews-tables.ts';
import { type Customer, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { createReviewCalls, resetOrdersAndReviewDelay } from '#tests/support/fixtures/review-calls.ts';
import { createMailReaderRunningJobs } from '#tests/support/servers/mail-reader-running-jobs.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

vi.setConfig({ testTimeout: 120_000 });
const api = await startTestApi();
const { call, db } = api;
const inbox = createMailReaderRunningJobs(api);
let staff: Customer;

beforeAll(async () => {
  for (const site of [40, 41]) await insertSite(db, site, { languages: ['fr_FR', 'en'] });
  staff = await createCustomer(api, { role: 'ADMIN' });
});

beforeEach(() => resetOrdersAndReviewDelay(api, inbox));

const { read, submit, listForStaff, moderate, readPublished, readInvitations, invite } = createReviewCalls(
  api,
  inbox,
  () => staff,
);

describe('moderation', () => {
  it('publishes a review with a reply, for its own site only', async () => {
    const { token } = await invite();
    await submit(token, { text: '<b>Très</b> bon' });
    const [review] = (await listForStaff('?state=PENDING')).reviews;
    const answer = await moderate(review?.id ?? 0, { revision: 0, state: 'PUBLISHED', reply: 'Merci !' });
    expect(answer.data.review).toMatchObject({ revision: 1, state: 'PUBLISHED', reply: 'Merci !' });
    const page = await readPublished();
    expect(page).toMatchObject({ total: 1, isFictional: false });
    expect(page.summary).toEqual({ average: 4, count: 1, distribution: [0, 0, 0, 1, 0] });
    expect(page.reviews[0]).toMatchObject({ author: 'Camille V.', text: '<b>Très</b> bon', reply: 'Merci !' });
    expect((await readPublished('/product/1/review', 41)).total).toBe(0);
    expect((await readPublished('/product/2/review')).total).toBe(0);
    expect((await readPublished('/estate/review')).total).toBe(0);
  });

  it('refuses a change that is based on an older revision, and an unknown review', async () => {
    const { token } = await invite();
    await submit(token);
    const [review] = (await listForStaff()).reviews;
    const id = review?.id ?? 0;
    const changes = await Promise.all([1, 2].map(() => moderate(id, { revision: 0, state: 'PUBLISHED' })));
    expect(changes.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await moderate(99_999, { revision: 0, state: 'PUBLISHED' })).status).toBe(404);
  });

  it('notifies the author of a rejection and its reasons, once', async () => {
    const { token, customer } = await invite();
    await submit(token);
    const [review] = (await listForStaff()).reviews;
    const id = review?.id ?? 0;
    expect((await moderate(id, { revision: 0, state: 'REJECTED' })).status).toBe(422);
    const rejection = { state: 'REJECTED', rejectionGround: 'PERSONAL_DATA', rejectionReason: 'Le nom du voisin.' };
    await moderate(id, { ...rejection, revision: 0 });
    await moderate(id, { ...rejection, revision: 1, rejectionReason: 'Autre.' });
    const sent = await inbox.deliverPending();
    expect(sent.map(({ to }) => to[0])).toEqual([customer.email]);
    expect(sent[0]?.text).toContain('Le nom du voisin.');
    expect(sent[0]?.text).toContain('données personnelles');
    expect((await read(token)).data.subjects[0]?.review).toMatchObject({
      state: 'REJECTED',
      rejectionGround: 'PERSONAL_DATA',
    });
  });

  it('sorts and pages the published reviews, and averages all of them', async () => {
    for (const rating of [5, 3, 4]) {
      const { token } = await invite();
      await submit(token, { rating });
    }
    for (const { id } of (await listForStaff()).reviews.toReversed())
      await moderate(id, { revision: 0, state: 'PUBLISHED' });
    const ratings = async (query: string) =>
      (await readPublished(`/product/1/review?${query}`)).reviews.map(({ rating }) => rating);
    expect(await ratings('')).toEqual([4, 3, 5]);
    expect(await ratings('orderBy=rating')).toEqual([3, 4, 5]);
    expect(await ratings('orderBy=date&nbItem=1&page=2')).toEqual([3]);
    const { total, summary } = await readPublished('/product/1/review?gte:rating=4');
    expect([total, summary.average, summary.count]).toEqual([2, 4, 3]);
  });

  it('mails the estate how many reviews are pending, and nothing if there are none', async () => {
    const notify = () => withSiteTransaction(db, 40, (tx) => reviewsJobs.daily['mail-pending-reviews'](tx));
    await notify();
    expect(await inbox.deliverPending()).toEqual([]);
    const { token } = await invite();
    await submit(token);
    await notify();
    expect((await inbox.deliverPending()).map(({ subject }) => subject)).toEqual(['1 avis à vérifier']);
  });
});

describe('the audit log of moderation', () => {
  it('names who decided what, and neither author nor text of the review', async () => {
    const { token } = await invite();
    await submit(token);
    const [{ id } = { id: 0 }] = (await listForStaff()).reviews;
    const readAudit = () =>
      withSiteTransaction(db, 40, (tx) =>
        tx
          .select()
          .from(auditEntries)
          .where(eq(auditEntries.key, String(id))),
      );
    await moderate(id, { revision: 0, state: 'PUBLISHED', reply: 'Merci à vous.' });
    const outdated = await moderate(id, { revision: 0, state: 'PUBLISHED' });
    expect([outdated.status, JSON.parse(outdated.text).data.present.review]).toEqual([
      409,
      expect.objectContaining({ id, revision: 1, reply: 'Merci à vous.' }),
    ]);
    expect(await readAudit()).toMatchObject([
      {
        userId: staff.id,
        resource: 'review',
        action: 'UPDATE',
        before: { state: 'PENDING', reply: null },
        after: { state: 'PUBLISHED', reply: 'Merci à vous.' },
      },
    ]);
    expect(JSON.stringify(await readAudit())).not.toContain('Un vin franc');
  });
});

describe('the protection of personal data', () => {
  it('exports the reviews of an account, and deletes them with it', async () => {
    const { token, customer } = await invite();
    await submit(token);
    const exported = await call<'GET /user/export'>('/user/export', { headers: customer.headers });
    expect(exported.data.reviews).toMatchObject([{ product: 'Cuvée Été', rating: 4, state: 'PENDING' }]);
    const records = createPersonalDataAccess(apiProviders.payments);
    await withSiteTransaction(db, 40, (tx) => records.anonymise(tx, customer.id, customer.email));
    expect((await listForStaff()).total).toBe(0);
    expect((await submit(token)).status).toBe(422);
  });

  it('deletes reviews five years after the experience, and revokes unused expired links', async () => {
    const kept = await invite();
    await submit(kept.token);
    const old = await invite();
    await submit(old.token);
    const unused = await invite();
    await withSiteTransaction(db, 40, async (tx) => {
      await tx.update(reviews).set({ experiencedOn: '2020-01-01' }).where(eq(reviews.orderId, old.orderId));
      await tx.update(reviewInvitations).set({ expiresAt: new Date(0) });
      await reviewsJobs.daily['delete-old-reviews'](tx);
    });
    expect((await listForStaff()).reviews.map(({ idOrder }) => idOrder)).toEqual([kept.orderId]);
    const hashOf = async (orderId: number) =>
      (await readInvitations()).find((invitation) => invitation.orderId === orderId)?.tokenHash;
    expect(await hashOf(unused.orderId)).toBeNull();
    expect(await hashOf(kept.orderId)).not.toBeNull();
  });
});
