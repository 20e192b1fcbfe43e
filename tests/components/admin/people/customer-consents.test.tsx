import { screen } from '@testing-library/react';
import { ResourceContextProvider } from 'react-admin';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import AllCookieChoicesList from '#client/admin/people/AllCookieChoicesList.tsx';
import { CustomerConsents } from '#client/admin/people/CustomerShow.tsx';
import type { CustomerDetails } from '#shared/admin/customers-contract.ts';
import { renderInAdmin, t } from '#tests/components/admin/render-in-admin.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

const profile: CustomerDetails['profile'] = {
  email: 'camille@mail.example',
  firstname: 'Camille',
  lastname: 'Vignaud',
  phone: '',
  registeredAt: '2026-01-02T08:00:00Z',
  termsAcceptedAt: '2026-01-02T08:00:00Z',
};
const subscription = {
  list: 'The letter',
  state: 'ENDED',
  source: 'CHECKOUT',
  sentence: 'Yes, send me the letter.',
  requestedAt: '2026-02-03T08:00:00Z',
  since: '2026-02-04T08:00:00Z',
  endedAt: '2026-03-05T08:00:00Z',
} as const;
const customer = { profile, newsletter: [subscription], reviewInvitationsRefusedAt: null };

beforeEach(() => vi.unstubAllGlobals());

describe('CustomerConsents', () => {
  it('shows when, where and to which wording a customer has agreed', async () => {
    renderInAdmin(<CustomerConsents customer={customer} />);
    const item = await screen.findByRole('listitem');
    for (const text of ['The letter', t('admin-people.subscription.ENDED'), t('admin-people.source.CHECKOUT')])
      expect(item.textContent).toContain(text);
    expect(item.textContent).toContain(t('admin-people.customer.sentence', { sentence: subscription.sentence }));
    for (const date of ['3 February 2026', '4 February 2026', '5 March 2026']) expect(item.textContent).toContain(date);
    expect(screen.getByText(t('admin-people.customer.terms', { date: '2 January 2026' }))).toBeDefined();
    expect(screen.getByRole('link', { name: t('admin-people.customer.cookiesLink') })).toBeDefined();
  });

  it('shows that nothing is recorded', async () => {
    const unrecorded = { ...customer, profile: { ...profile, termsAcceptedAt: null }, newsletter: [] };
    renderInAdmin(<CustomerConsents customer={unrecorded} />);
    expect(await screen.findByText(t('admin-people.customer.noTerms'))).toBeDefined();
    expect(screen.getByText(t('admin-people.customer.noNewsletter'))).toBeDefined();
  });
});

describe('AllCookieChoicesList', () => {
  it('lists each choice of a browser with the names of the services', async () => {
    const choice = { id: '0b6f9f6e-5d0e-4b0a-9a57-2f1c7b0b9f11', revision: 3, textVersion: '2026-01-01', lang: 'en' };
    const choices = [
      { ...choice, accepted: ['WEB_ANALYTICS'], refused: ['SECOND_ANALYTICS'], recordedAt: '2026-02-03T08:00:00Z' },
      { ...choice, accepted: [], refused: ['WEB_ANALYTICS'], recordedAt: '2026-02-01T08:00:00Z' },
    ];
    const calls = stubApi({ 'GET /admin/consent?nbItem=25&page=1': { data: { choices, total: 2 } } });
    renderInAdmin(
      <ResourceContextProvider value="consent">
        <AllCookieChoicesList />
      </ResourceContextProvider>,
    );
    expect(await screen.findAllByText(/Google Analytics/)).toHaveLength(2);
    expect(screen.getAllByText('0b6f9f6e')).toHaveLength(2);
    expect(calls.map(({ name }) => name)).toContain('GET /admin/consent?nbItem=25&page=1');
  });
});
