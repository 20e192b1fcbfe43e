import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { ResourceContextProvider } from 'react-admin';
import { describe, expect, it, vi } from 'vitest';
import ImageList from '#client/admin/content/ImageList.tsx';
import RegistrationList from '#client/admin/content/RegistrationList.tsx';
import ReviewList from '#client/admin/content/ReviewList.tsx';
import SubmissionList from '#client/admin/content/SubmissionList.tsx';
import WithdrawalList from '#client/admin/orders/WithdrawalList.tsx';
import AuditList from '#client/admin/people/AuditList.tsx';
import ResourceList from '#client/admin/resources/ResourceList.tsx';
import VoucherList from '#client/admin/vouchers/VoucherList.tsx';
import type { StaffReviewView } from '#shared/reviews/review-schemas.ts';
import { renderInAdmin, t } from '#tests/components/admin/render-in-admin.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

function renderList(resource: string, List: ComponentType): void {
  renderInAdmin(
    <ResourceContextProvider value={resource}>
      <List />
    </ResourceContextProvider>,
    `/${resource}`,
  );
}

/** Makes all media queries match, as on a narrow screen. */
const useNarrowScreen = () =>
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }));

const lists: [resource: string, List: ComponentType, call: string, name: string][] = [
  ['review', ReviewList, 'GET /admin/review?state=PENDING&page=1&nbItem=10', 'reviews'],
  ['registration', RegistrationList, 'GET /admin/element/registration?page=1&nbItem=25', 'registrations'],
  ['form-submission', SubmissionList, 'GET /admin/forms/submission?isHandled=false&page=1&nbItem=25', 'submissions'],
  ['withdrawal', WithdrawalList, 'GET /admin/withdrawal?isHandled=false&page=1&nbItem=10', 'withdrawals'],
  ['voucher', VoucherList, 'GET /admin/voucher?page=1&nbItem=25&orderBy=-issuedAt', 'vouchers'],
  ['audit', AuditList, 'GET /admin/audit?page=1&nbItem=25&orderBy=-at', 'entries'],
  ['image', ImageList, 'GET /admin/image?page=1&nbItem=25&orderBy=-id', 'items'],
  ['news', ResourceList, 'GET /admin/news?page=1&nbItem=25&orderBy=-publishedAt', 'items'],
];
/** Matches the notices of an empty list without and with filters. */
const emptyTexts = new RegExp(`^(${t('admin.emptyList')}|No results|No .* found)`);

describe.each(lists)('the list of the resource %s', (resource, List, call, name) => {
  it.each([
    ['computer', () => {}],
    ['phone', useNarrowScreen],
  ])('shows on a %s that it is empty, or that it could not be read until the API responds', async (_, setScreen) => {
    setScreen();
    let isAway = true;
    stubApi({
      [call]: () => (isAway ? { status: 503, message: '' } : { data: { [name]: [], total: 0 } }),
    });
    renderList(resource, List);
    expect(await screen.findByText(t('admin.loadFailed'), {}, { timeout: 5_000 })).toBeDefined();
    expect(screen.queryByText(emptyTexts)).toBeNull();
    isAway = false;
    await userEvent.click(screen.getByRole('button', { name: t('admin.retry') }));
    expect(await screen.findByText(emptyTexts)).toBeDefined();
    expect(screen.queryByText(t('admin.loadFailed'))).toBeNull();
    vi.unstubAllGlobals();
  });
});

const review: StaffReviewView = {
  id: 9,
  revision: 3,
  idOrder: 7,
  idProduct: 2,
  productName: 'Merlot',
  author: 'Camille V.',
  rating: 4,
  text: 'Round and fruity.',
  state: 'PENDING',
  rejectionGround: null,
  rejectionReason: '',
  reply: null,
  experiencedOn: '2026-10-01',
  createdAt: '2026-11-02T08:00:00Z',
  publishedAt: null,
};
const reviewCall = 'GET /admin/review?state=PENDING&page=1&nbItem=10';

describe('ReviewList', () => {
  it('publishes a review with the reply, based on its revision', async () => {
    let reviews = [review];
    const calls = stubApi({
      [reviewCall]: () => ({ data: { reviews, total: reviews.length } }),
      'PUT /admin/review/9': () => {
        reviews = [];
        return { data: { review: { ...review, state: 'PUBLISHED', revision: 4 } } };
      },
    });
    renderList('review', ReviewList);
    const card = await screen.findByRole('article');
    await userEvent.type(within(card).getByLabelText(t('admin-content.reviews.reply')), 'Thank you.');
    await userEvent.click(within(card).getByRole('button', { name: t('admin-content.reviews.publish') }));
    await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
    expect(calls.find(({ name }) => name === 'PUT /admin/review/9')?.body).toEqual({
      revision: 3,
      state: 'PUBLISHED',
      rejectionGround: null,
      rejectionReason: '',
      reply: 'Thank you.',
    });
  });

  it('rejects a review only on a ground', async () => {
    stubApi({ [reviewCall]: { data: { reviews: [review], total: 1 } } });
    renderList('review', ReviewList);
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: t('admin-content.reviews.reject') });
    expect(button.disabled).toBe(true);
    await userEvent.click(screen.getByRole('combobox', { name: t('admin-content.reviews.ground') }));
    await userEvent.click(screen.getByRole('option', { name: t('admin-content.reviews.ground.OFFENSIVE') }));
    expect(button.disabled).toBe(false);
  });

  it.each([
    ['the API refuses it', { status: 409, message: 'Somebody else has moderated this review.' }],
    ['the API is unavailable', { status: 503, message: '' }],
  ])('keeps the typed reply and shows why it was not saved if %s', async (_, answer) => {
    stubApi({ [reviewCall]: { data: { reviews: [review], total: 1 } }, 'PUT /admin/review/9': answer });
    renderList('review', ReviewList);
    const reply = await screen.findByLabelText<HTMLTextAreaElement>(t('admin-content.reviews.reply'));
    await userEvent.type(reply, 'Thank you.');
    await userEvent.click(screen.getByRole('button', { name: t('admin-content.reviews.publish') }));
    expect(await screen.findByText(answer.message || t('admin.callFailed'))).toBeDefined();
    expect(reply.value).toBe('Thank you.');
    expect(reply.isConnected).toBe(true);
  });
});
