import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  account,
  addWine,
  chooseFound,
  enterSale,
  field,
  fill,
  findPlaceButton,
  type QuoteBody,
  renderForm,
  t,
  user,
  wineLabel,
} from './render-order-form.tsx';

describe('OrderCreate', { timeout: 30_000 }, () => {
  it('shows the stock and the price of a wine, and the amounts of the quote alone', async () => {
    const { calls } = renderForm();
    await user.click(field(t('addWine')));
    const option = await screen.findByRole('option', { name: /Merlot/ }, { timeout: 5_000 });
    expect(option.textContent).toBe(`${wineLabel}€12.00 · 24 in stock`);
    await user.click(option);
    expect(await screen.findByText(/€9\.50 each, €57\.00 in all/, {}, { timeout: 5_000 })).toBeDefined();
    await user.click(screen.getByLabelText(t('more', { name: wineLabel })));
    expect(await findPlaceButton('Place the order – €114.00')).toBeDefined();
    const quotes = calls.filter(({ name }) => name === 'POST /admin/order/quote');
    expect(quotes.map(({ body }) => (body as QuoteBody).products)).toEqual([
      [{ id: 11, quantity: 6 }],
      [{ id: 11, quantity: 12 }],
    ]);
    expect(screen.queryByText(/€12\.00/)).toBeNull();
  });

  it('records a sale at the cellar door without a customer, and opens its screen', async () => {
    const { placed } = renderForm();
    await enterSale();
    await user.click(await findPlaceButton('Record the sale – €57.00'));
    expect(await screen.findByText('The order’s screen')).toBeDefined();
    expect(placed().map(({ body }) => body)).toEqual([
      {
        channel: 'CELLAR_DOOR',
        products: [{ id: 11, quantity: 6 }],
        user: { firstname: '', lastname: '', phone: '' },
        address: {},
        delivery: { type: 'CLICK_AND_COLLECT' },
        payment: 'AT_PICKUP',
        settlement: 'TAKEN_AWAY',
        isAdult: true,
        total: 57,
      },
    ]);
  });

  it('sends an order by telephone to the account, the postal address and the carrier', async () => {
    const { placed } = renderForm();
    await addWine();
    await chooseFound(t('findCustomer'), /Camille Vignaud/);
    expect(field(t('email')).value).toBe(account.email);
    fill(t('address.address'), '1 rue du Port');
    fill(t('address.postalCode'), '16100');
    fill(t('address.city'), 'Cognac');
    await user.click(await screen.findByLabelText('Colissimo, €14.50', {}, { timeout: 5_000 }));
    await user.click(await findPlaceButton('Place the order – €57.00'));
    await waitFor(() => expect(placed()).toHaveLength(1));
    expect(placed()[0]?.body).toMatchObject({
      channel: 'PHONE',
      user: { email: account.email, phone: account.phone },
      address: { delivery: { lastname: 'Vignaud', address: '1 rue du Port', postalCode: '16100', country: 'FR' } },
      delivery: { type: 'DELIVERY', idCarrier: 3 },
      settlement: 'OPEN',
    });
  });
});
