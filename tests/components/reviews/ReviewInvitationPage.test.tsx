import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { LocationContext } from '#client/core/navigation.ts';
import { Page } from '#client/features/reviews/pages/ReviewInvitationPage.tsx';
import type { FormSubmissionResult } from '#shared/rendering.ts';
import type { InvitedReviewSubject, ReviewInvitation } from '#shared/reviews/review-schemas.ts';
import { holdResponse } from '#tests/components/hold-response.ts';
import { listAlerts } from '#tests/components/list-alerts.ts';
import { renderInApp, t } from '#tests/components/render-in-app.tsx';
import { type StubResponse, stubApi } from '#tests/components/stub-api.ts';

const token = 'r'.repeat(43);
const read = 'POST /review/invitation';
const down = { status: 503, message: '' };
const expired = { status: 422, message: 'link_expired' };
const review: NonNullable<InvitedReviewSubject['review']> = {
  rating: 4,
  text: 'Fresh and long.',
  author: 'Camille V.',
  state: 'PENDING',
  rejectionGround: null,
  rejectionReason: '',
};
const createInvitation = (changes: Partial<ReviewInvitation> = {}): ReviewInvitation => ({
  orderNumber: '2026-00042',
  proposedAuthor: 'Camille V.',
  canWrite: true,
  subjects: [
    { line: 0, name: 'Merlot', review: null },
    { line: null, name: 'Clos', review: null },
  ],
  ...changes,
});
const reviewed = (changes: Partial<ReviewInvitation> = {}) =>
  createInvitation({ subjects: [{ line: 0, name: 'Merlot', review }], ...changes });

function render(sent?: FormSubmissionResult) {
  renderInApp(
    <LocationContext value={{ pathname: `/review/${token}`, search: '', hash: '' }}>
      <Page data={{ title: t('review-pages.form.title'), ...(sent && { sent }) }} />
    </LocationContext>,
  );
}
/** Stubs an API that responds to the first read of the invitation with `first`, and to later ones with `later`. */
function stubReads(first: StubResponse, later: StubResponse) {
  let reads = 0;
  return stubApi({
    [read]: () => {
      reads += 1;
      return reads === 1 ? first : later;
    },
    'POST /review': { data: {} },
    'PUT /review/withdraw': { data: {} },
  });
}

const subject = (name = 'Merlot') => within(screen.getByRole('region', { name }));
const findSubject = async (name = 'Merlot') => within(await screen.findByRole('region', { name }));
const formButton = { name: t('review-pages.form.submit') };
const loading = t('review-pages.form.loading');
const retry = () => userEvent.click(screen.getByRole('button', { name: t('site.error.retry') }));
const focusedText = () => document.activeElement?.textContent;

async function send() {
  const form = await findSubject();
  await userEvent.click(form.getByRole('radio', { name: new RegExp(t('review-pages.form.rating.4')) }));
  await userEvent.type(form.getByRole('textbox', { name: t('review-pages.form.text') }), review.text);
  await userEvent.click(form.getByRole('button', formButton));
}
async function withdraw() {
  const own = await findSubject();
  await userEvent.click(own.getByText(t('review-pages.withdraw')));
  await userEvent.click(own.getByRole('button', { name: t('review-pages.withdraw.yes') }));
}

afterEach(() => vi.unstubAllGlobals());

describe('ReviewInvitationPage', () => {
  test('announces that the order is loading, and then shows a form for each line and one for the estate', async () => {
    const held = holdResponse({ data: createInvitation() });
    const calls = stubApi({ [read]: held.respond });
    render();
    expect(screen.getByRole('status').textContent).toBe(loading);
    held.release();
    for (const name of ['Merlot', t('review-pages.form.estate', { name: 'Clos' })])
      expect((await findSubject(name)).getByRole('button', formButton)).toBeTruthy();
    expect(screen.getByText(t('review-pages.form.lead', { number: '2026-00042' }))).toBeTruthy();
    expect(screen.queryByText(loading)).toBeNull();
    expect(calls).toEqual([{ name: read, body: { token } }]);
  });

  test('shows that the link has expired, and offers no retry', async () => {
    stubApi({ [read]: expired });
    render();
    expect(await screen.findByText(t('review-pages.form.expired'))).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('loads the order again on request when the API was down', async () => {
    stubReads(down, { data: createInvitation() });
    render();
    await waitFor(() => expect(listAlerts().join()).toContain(t('site.error.503.text')));
    await retry();
    expect(await findSubject()).toBeTruthy();
    expect(listAlerts()).toEqual([]);
  });

  test('shows only the reviews that exist once the period for new ones is over', async () => {
    const subjects = [...reviewed().subjects, { line: 1, name: 'Colombard', review: null }];
    stubApi({ [read]: { data: reviewed({ canWrite: false, subjects }) } });
    render();
    expect(await screen.findByText(t('review-pages.form.closed'))).toBeTruthy();
    expect(subject().getByText(review.text)).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Colombard' })).toBeNull();
  });
});

describe('ReviewInvitationPage after a review has been sent', () => {
  test('moves the focus to the review in place of its form', async () => {
    stubReads({ data: createInvitation() }, { data: reviewed() });
    render();
    await send();
    expect(await subject().findByText(t('review-pages.state.PENDING'))).toBeTruthy();
    expect(focusedText()).toContain(t('review-pages.form.sent'));
    expect(focusedText()).toContain(review.text);
    expect(subject().queryByRole('button', formButton)).toBeNull();
  });

  test('shows that it was sent although the order cannot be loaded again, and offers a retry', async () => {
    stubReads({ data: createInvitation() }, down);
    render();
    await send();
    await waitFor(() => expect(listAlerts().join()).toContain(t('site.error.503.text')));
    expect(focusedText()).toBe(t('review-pages.form.sent'));
    expect(subject().queryByRole('button', formButton)).toBeNull();
    expect(screen.getByRole('button', { name: t('site.error.retry') })).toBeTruthy();
  });

  test('shows no refusal of the same form from before scripts ran', async () => {
    stubReads({ data: reviewed() }, { data: reviewed() });
    const answers = { line: ['0'], text: [review.text], author: ['Camille V.'] };
    const sent = { status: 409, isAccepted: false, message: 'It is too long.', errors: {}, answers };
    render({ ...sent, invitation: createInvitation({ subjects: [{ line: 0, name: 'Merlot', review: null }] }) });
    expect(listAlerts()).toEqual(['It is too long.']);
    await userEvent.click(subject().getByRole('radio', { name: new RegExp(t('review-pages.form.rating.4')) }));
    await userEvent.click(subject().getByRole('button', formButton));
    expect(await subject().findByText(t('review-pages.state.PENDING'))).toBeTruthy();
    expect(listAlerts()).toEqual([]);
  });
});

describe('ReviewInvitationPage after a review has been withdrawn', () => {
  test('moves the focus to the message, and offers the form again', async () => {
    const calls = stubReads({ data: reviewed() }, { data: createInvitation() });
    render();
    await withdraw();
    await screen.findByText(t('review-pages.withdraw.done'));
    expect(focusedText()).toBe(t('review-pages.withdraw.done'));
    expect(subject().getByRole('button', formButton)).toBeTruthy();
    expect(calls[1]).toEqual({ name: 'PUT /review/withdraw', body: { token, line: 0 } });
  });

  test('offers no form when the period for new reviews is over', async () => {
    stubReads({ data: reviewed({ canWrite: false }) }, down);
    render();
    await withdraw();
    await screen.findByText(t('review-pages.withdraw.done'));
    expect(focusedText()).toBe(t('review-pages.withdraw.done'));
    expect(screen.queryByRole('region', { name: 'Merlot' })).toBeNull();
  });

  test('shows the message no longer once a new review has been sent', async () => {
    stubReads({ data: reviewed() }, { data: createInvitation() });
    render();
    await withdraw();
    await screen.findByText(t('review-pages.withdraw.done'));
    await send();
    expect(await subject().findByText(t('review-pages.form.sent'))).toBeTruthy();
    expect(screen.queryByText(t('review-pages.withdraw.done'))).toBeNull();
  });

  test('shows the message of a withdrawal without scripts', () => {
    const calls = stubApi({});
    const answers = { action: ['withdraw'], line: ['0'] };
    render({ status: 200, isAccepted: true, message: '', errors: {}, answers, invitation: createInvitation() });
    expect(screen.getByText(t('review-pages.withdraw.done'))).toBeTruthy();
    expect(subject().getByRole('button', formButton)).toBeTruthy();
    expect(calls).toEqual([]);
  });
});
