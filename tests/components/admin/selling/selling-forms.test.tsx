import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { getObjectFields } from '#client/admin/inputs/describe-field.ts';
import { SchemaFields } from '#client/admin/inputs/SchemaInput.tsx';
import PaymentMethodHints from '#client/admin/selling/PaymentMethodHints.tsx';
import ShippingFeePreview from '#client/admin/selling/ShippingFeePreview.tsx';
import { EstateAddressInput } from '#shared/places/estate-address-input.ts';
import { renderInputsInPanelForm } from '#tests/components/admin/render-inputs-in-panel-form.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

const countries = [
  { id: 250, alphaTwo: 'FR', alphaThree: 'FRA', numCode: '250', name: 'France' },
  { id: 56, alphaTwo: 'BE', alphaThree: 'BEL', numCode: '056', name: 'Belgium' },
];

beforeEach(() => stubApi({ 'GET /countries': { data: { countries } } }));
afterEach(() => vi.unstubAllGlobals());

describe('the form of an address', () => {
  test('adds and removes hours of a weekday, and shows the country by name', async () => {
    const onSubmit = vi.fn();
    const record = { country: 'BE', openingHours: { monday: [{ from: '09:00', to: '12:00' }] } };
    const { openingHours, country } = getObjectFields(EstateAddressInput);
    if (!openingHours || !country) throw new Error('the address has no such fields');
    renderInputsInPanelForm(<SchemaFields fields={{ country, openingHours }} />, {
      resource: 'address',
      record,
      onSubmit,
    });
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe('Belgium'));
    expect(screen.getByLabelText<HTMLInputElement>(/^From/).value).toBe('09:00');
    const tuesday = screen.getByText('Tuesday').closest('.RaArrayInput-root') ?? document.body;
    await userEvent.click(within(tuesday as HTMLElement).getByRole('button', { name: /add/i }));
    expect(screen.getAllByLabelText(/^From/)).toHaveLength(2);
    await userEvent.click(screen.getAllByRole('button', { name: /remove/i })[0] as HTMLElement);
    await userEvent.type(screen.getByLabelText(/^From/), '10:00');
    await userEvent.type(screen.getByLabelText(/^To/), '18:00');
    await userEvent.click(screen.getByRole('button', { name: /save/i }));
    await waitFor(() => expect(onSubmit).toHaveBeenCalled());
    expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({
      openingHours: { monday: [], tuesday: [{ from: '10:00', to: '18:00' }] },
    });
  });
});

describe('the preview of shipping fees', () => {
  const record = { rates: [{ zones: ['FR-CORSICA'], brackets: [{ upTo: 6, price: 12.5 }] }] };

  test('shows the fee for a postcode and explains what is missing', async () => {
    renderInputsInPanelForm(<ShippingFeePreview />, { resource: 'carrier', record });
    expect(screen.getByRole('status').textContent).toContain('postcode');
    await userEvent.type(screen.getByLabelText('Postcode'), '20000');
    expect(screen.getByRole('status').textContent).toContain('12.50');
    await userEvent.clear(screen.getByLabelText('Bottles'));
    await userEvent.type(screen.getByLabelText('Bottles'), '7');
    expect(screen.getByRole('status').textContent).toContain('so many bottles');
    await userEvent.clear(screen.getByLabelText('Postcode'));
    await userEvent.type(screen.getByLabelText('Postcode'), '75001');
    expect(screen.getByRole('status').textContent).toContain('does not deliver');
  });
});

describe('the check of a bank transfer', () => {
  test.each([
    ['FR76 3000 6000 0112 3456 7890 189', 'is valid'],
    ['FR76 3000 6000 0112 3456 7890 188', 'typing error'],
    ['to be announced', 'contain no IBAN'],
  ])('shows for the instructions "%s" the message "%s"', (instructions, message) => {
    renderInputsInPanelForm(<PaymentMethodHints />, {
      resource: 'payment-method',
      record: { method: 'TRANSFER', instructions },
    });
    expect(screen.getByText(new RegExp(message))).toBeDefined();
  });
});
