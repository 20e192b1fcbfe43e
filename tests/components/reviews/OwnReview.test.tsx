import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { ApiCallError } from '#client/core/call-api.ts';
import { OwnReview } from '#client/features/reviews/pages/ReviewInvitationPage.tsx';
import type { InvitedReviewSubject } from '#shared/reviews/review-schemas.ts';
import { listAlerts } from '#tests/components/list-alerts.ts';
import { renderInApp, t } from '#tests/components/render-in-app.tsx';

type PublishedOrExternalReview = NonNullable<InvitedReviewSubject['review']>;

const review: PublishedOrExternalReview = {
  rating: 4,
  text: 'Fresh and long.',
  author: 'Camille V.',
  state: 'PENDING',
  rejectionGround: null,
  rejectionReason: '',
};

interface Options {
  changes?: Partial<PublishedOrExternalReview>;
  onWithdraw?: () => Promise<unknown>;
  failure?: string;
}

function render({ changes, onWithdraw = async () => {}, failure }: Options = {}) {
  const onWithdrawn = vi.fn();
  renderInApp(
    <OwnReview
      review={{ ...review, ...changes }}
      line={0}
      onWithdraw={onWithdraw}
      onWithdrawn={onWithdrawn}
      failure={failure}
    />,
  );
  return onWithdrawn;
}
const isOpen = () => screen.getByRole('group').hasAttribute('open');
const ask = () => userEvent.click(screen.getByText(t('review-pages.withdraw')));
const confirmName = t('review-pages.withdraw.yes');
const confirm = () => userEvent.click(screen.getByRole('button', { name: confirmName }));
const queryText = (text: string) => screen.queryByText(text, { exact: false });

describe('OwnReview', () => {
  test('shows rating, author and text', () => {
    render();
    expect(screen.getByRole('img').getAttribute('aria-label')).toContain('4');
    expect(screen.getByText('Camille V.')).toBeTruthy();
    expect(screen.getByText('Fresh and long.')).toBeTruthy();
  });

  test.each([
    ['PENDING', `${t('review-pages.form.sent')} ${t('review-pages.state.PENDING')}`],
    ['PUBLISHED', t('review-pages.state.PUBLISHED')],
    ['REJECTED', t('review-pages.state.REJECTED')],
  ] as const)('announces the state %s', (state, text) => {
    render({ changes: { state } });
    expect(screen.getByRole('status').textContent).toBe(text);
  });

  test('explains why the review was refused', () => {
    render({ changes: { state: 'REJECTED', rejectionGround: 'ADVERTISING', rejectionReason: 'It names a rival.' } });
    expect(screen.getByText(`${t('review-pages.ground.ADVERTISING')} It names a rival.`)).toBeTruthy();
  });

  test('gives no reason for a review that was not refused', () => {
    render();
    expect(queryText(t('review-pages.ground.ADVERTISING'))).toBeNull();
  });
});

describe('the withdrawal of OwnReview', () => {
  test('asks for a confirmation first', async () => {
    const onWithdraw = vi.fn();
    render({ onWithdraw });
    expect(isOpen()).toBe(false);
    await ask();
    expect(isOpen()).toBe(true);
    expect(screen.getByText(t('review-pages.withdraw.confirm'))).toBeTruthy();
    expect(onWithdraw).not.toHaveBeenCalled();
  });

  test('announces that it is being sent, and ignores further clicks meanwhile', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const onWithdraw = vi.fn(() => promise);
    const onWithdrawn = render({ onWithdraw });
    await ask();
    await confirm();
    const button = screen.getByRole('button', { name: confirmName, busy: true });
    await userEvent.click(button);
    await userEvent.keyboard('{Enter}');
    expect(onWithdrawn).not.toHaveBeenCalled();
    resolve();
    await waitFor(() => expect(onWithdrawn).toHaveBeenCalledOnce());
    expect(onWithdraw).toHaveBeenCalledOnce();
  });

  test.each([
    ['a refusal', new ApiCallError(409, 'Please wait an hour.'), 'Please wait an hour.'],
    ['that the API is down', new ApiCallError(503, ''), t('site.error.503.text')],
  ])('shows %s, keeps the focus and can be sent again', async (_, error, message) => {
    const onWithdraw = vi.fn<() => Promise<void>>().mockRejectedValueOnce(error).mockResolvedValueOnce();
    const onWithdrawn = render({ onWithdraw });
    await ask();
    await confirm();
    await waitFor(() => expect(listAlerts()).toEqual([message]));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: confirmName, busy: false }));
    expect(isOpen()).toBe(true);
    expect(onWithdrawn).not.toHaveBeenCalled();
    await confirm();
    await waitFor(() => expect(onWithdrawn).toHaveBeenCalledOnce());
    expect(listAlerts()).toEqual([]);
  });

  test('is open with its failure after it was sent without scripts and refused', () => {
    render({ failure: 'Please wait an hour.' });
    expect(isOpen()).toBe(true);
    expect(listAlerts()).toEqual(['Please wait an hour.']);
  });
});
