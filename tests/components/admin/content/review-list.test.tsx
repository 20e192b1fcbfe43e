import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { ResourceContextProvider } from 'react-admin';
import { describe, expect, it } from 'vitest';
import ReviewList from '#client/admin/content/ReviewList.tsx';
import type { StaffReviewView } from '#shared/reviews/review-schemas.ts';
import { renderInAdmin, t as translate } from '#tests/components/admin/render-in-admin.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

const t = (key: string) => translate(`admin-content.reviews.${key}`);
const list = 'GET /admin/review?nbItem=10&page=1&state=PENDING';
const save = 'PUT /admin/review/3';
const review: StaffReviewView = {
  id: 3,
  revision: 1,
  idOrder: 7,
  idProduct: 2,
  productName: 'Merlot',
  author: 'Camille V.',
  rating: 4,
  text: 'A fine wine.',
  state: 'PENDING',
  rejectionGround: null,
  rejectionReason: '',
  reply: null,
  experiencedOn: '2026-10-01',
  createdAt: '2026-11-02T08:00:00Z',
  publishedAt: null,
};
const theirs: StaffReviewView = { ...review, revision: 2, state: 'PUBLISHED', reply: 'Thank you, Camille!' };

function renderReviews(answer: Parameters<typeof stubApi>[0][string]) {
  const calls = stubApi({ [list]: { data: { reviews: [review], total: 1 } }, [save]: answer });
  renderInAdmin(
    <ResourceContextProvider value="review">
      <ReviewList />
    </ResourceContextProvider>,
    '/review',
  );
  return {
    saved: () => calls.filter(({ name }) => name === save).map(({ body }) => body),
    reads: () => calls.filter(({ name }) => name === list).length,
  };
}
const findReply = () => screen.findByLabelText<HTMLInputElement>(t('reply'), {}, { timeout: 20_000 });
async function publish(reply: string): Promise<HTMLInputElement> {
  const field = await findReply();
  await userEvent.type(field, reply);
  await userEvent.click(screen.getByRole('button', { name: t('publish') }));
  return field;
}

describe('ReviewList', { timeout: 60_000 }, () => {
  it('publishes a review with the reply of the estate, and reads the list again', async () => {
    const { saved, reads } = renderReviews({ data: { review: theirs } });
    await publish('See you soon.');
    await waitFor(() => expect(reads()).toBe(2));
    expect(saved()).toEqual([
      { revision: 1, state: 'PUBLISHED', rejectionGround: null, rejectionReason: '', reply: 'See you soon.' },
    ]);
  });

  it('rejects a review only with a ground of the law', async () => {
    const { saved } = renderReviews({ data: { review } });
    await findReply();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: t('reject') }).disabled).toBe(true);
    await userEvent.click(screen.getByLabelText(t('ground')));
    await userEvent.click(await screen.findByRole('option', { name: t('ground.OFF_TOPIC') }));
    await userEvent.type(screen.getByLabelText(t('reason')), 'About another estate');
    await userEvent.click(screen.getByRole('button', { name: t('reject') }));
    await waitFor(() =>
      expect(saved()).toMatchObject([
        { state: 'REJECTED', rejectionGround: 'OFF_TOPIC', rejectionReason: 'About another estate' },
      ]),
    );
  });

  it('shows the version of a colleague beside what was typed, and then saves on its revision', async () => {
    let attempts = 0;
    const { saved, reads } = renderReviews(() => {
      attempts += 1;
      if (attempts > 1) return { data: { review: { ...theirs, revision: 3 } } };
      return { status: 409, message: 'Changed in the meantime.', present: { review: theirs } };
    });
    const field = await publish('See you soon.');
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText(t('stale'))).toBeDefined();
    expect(alert.getByText(`${t('stored-reply')} – Thank you, Camille!`)).toBeDefined();
    expect(alert.getByText(`${t('state')} – ${t('PUBLISHED')}`)).toBeDefined();
    expect(field.isConnected && field.value).toBe('See you soon.');
    expect(reads()).toBe(1);
    await userEvent.type(field, ' Until then!');
    await userEvent.click(screen.getByRole('button', { name: t('publish') }));
    await waitFor(() => expect(screen.queryByText(t('stale'))).toBeNull());
    expect(saved()).toMatchObject([
      { revision: 1, reply: 'See you soon.' },
      { revision: 2, reply: 'See you soon. Until then!' },
    ]);
  });

  it('keeps the typed reply while the API is unavailable', async () => {
    renderReviews({ status: 503, message: '' });
    const field = await publish('See you soon.');
    expect(await screen.findByText(translate('admin.callFailed'))).toBeDefined();
    expect(field.isConnected && field.value).toBe('See you soon.');
  });
});
