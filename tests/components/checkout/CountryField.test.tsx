import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { CountryField } from '#client/features/checkout/address/AddressFields.tsx';
import { renderInApp, t } from '#tests/components/render-in-app.tsx';

const country = (id: number, alphaTwo: string, name: string) => ({
  id,
  alphaTwo,
  name,
  alphaThree: `${alphaTwo}X`,
  numCode: String(id),
});
const countries = [country(56, 'BE', 'Belgique'), country(250, 'FR', 'France'), country(756, 'CH', 'Suisse')];

function renderField(value: string, shippedCountries: ReadonlySet<string> | null, hint?: string) {
  renderInApp(
    <CountryField
      label="Pays"
      name="country"
      autoComplete="country"
      error={undefined}
      onChange={() => {}}
      countries={countries}
      shippedCountries={shippedCountries}
      value={value}
      hint={hint}
    />,
  );
  return screen.getByRole('combobox', { name: 'Pays' });
}

describe('CountryField', () => {
  test('lists countries without a carrier apart, so that they cannot be chosen', () => {
    const field = renderField('FR', new Set(['FR', 'BE']));
    const group = within(field).getByRole('group', { name: t('checkout.address.no-shipping') });
    expect((group as HTMLOptGroupElement).disabled).toBe(true);
    expect(
      within(group)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Suisse']);
    expect(screen.queryByText(/None of our carriers/)).toBeNull();
  });

  test('shows at the country that no carrier ships to the chosen one', () => {
    const field = renderField('CH', new Set(['FR', 'BE']));
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByRole('alert').textContent).toBe(t('checkout.address.not-shipped', { country: 'Suisse' }));
  });

  test('offers all countries while those of the carriers are unknown', () => {
    const field = renderField('CH', null);
    expect(within(field).queryByRole('group', { name: t('checkout.address.no-shipping') })).toBeNull();
    expect(field.getAttribute('aria-invalid')).toBeNull();
  });

  test('shows a hint about the country only if a carrier ships there', () => {
    const field = renderField('CH', new Set(['CH']), 'Customs');
    expect(field.getAttribute('aria-describedby')).toBe(screen.getByText('Customs').id);
  });

  test('shows no hint about a country without a carrier', () => {
    renderField('CH', new Set(['FR']), 'Customs');
    expect(screen.queryByText('Customs')).toBeNull();
  });
});
