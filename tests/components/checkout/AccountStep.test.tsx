import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { AccountStep } from '#client/features/checkout/page/AccountStep.tsx';
import type { CheckoutErrors } from '#client/features/checkout/validate-checkout-draft.ts';
import { t } from '#tests/components/render-in-app.tsx';
import { renderInCheckout } from './render-in-checkout.tsx';

const renderStep = (errors: CheckoutErrors = {}) => renderInCheckout(<AccountStep onLogin={() => {}} />, errors);
const guestEmail = () => screen.getByRole('textbox', { name: t('accounts.field.email') });

describe('AccountStep', () => {
  test('offers to order as a guest first and asks for the email address only', () => {
    renderStep();
    expect(screen.getAllByRole('radio').map((radio) => (radio as HTMLInputElement).checked)).toEqual([
      true,
      false,
      false,
    ]);
    expect(screen.getAllByRole('textbox')).toEqual([guestEmail()]);
    expect(guestEmail().getAttribute('autocomplete')).toBe('email');
  });

  test('shows an error at the email address and clears it when the address changes', async () => {
    const { clearErrors } = renderStep({ 'user.email': 'Too short' });
    expect(guestEmail().getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('Too short')).toBeTruthy();
    await userEvent.type(guestEmail(), 'c');
    expect(clearErrors.mock.calls).toEqual([['user.email']]);
  });

  test('keeps the email address and the chosen way in storage', async () => {
    renderStep();
    await userEvent.type(guestEmail(), 'camille@mail.example');
    await userEvent.click(screen.getByRole('radio', { name: t('accounts.login') }));
    const [, entry] = Object.entries(localStorage).find(([key]) => key.includes('checkout')) ?? [];
    expect(JSON.parse(String(entry)).state).toMatchObject({ email: 'camille@mail.example', customerMode: 'login' });
  });

  test('shows neither guest nor log-in to a logged-in customer', async () => {
    const { session } = renderStep();
    const me = { id: '4', email: 'a@b.example', firstname: 'Ana', lastname: 'Roy', phone: '', birthdate: '' };
    session.getState().start({ ...me, role: 'MEMBER' });
    expect(await screen.findByText('a@b.example')).toBeTruthy();
    expect(screen.queryByRole('radio')).toBeNull();
  });
});
