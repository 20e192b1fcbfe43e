import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { t as translate } from '#tests/components/admin/render-in-admin.tsx';
import {
  addWine,
  chooseRadio,
  createQuote,
  enterCellarDoorSale,
  fillTextField,
  findPlaceOrderButton,
  getTextField,
  listedCustomer,
  listedProducts,
  openSearchAndChooseOption,
  type QuoteBody,
  renderOrderForm,
  t,
  user,
  wineLabel,
} from './render-order-form.tsx';

describe('OrderCreate', { timeout: 30_000 }, () => {
  it('shows the stock and the price of a wine, and the amounts of the quote alone', async () => {
    const { calls } = renderOrderForm();
    await user.click(getTextField(t('addWine')));
    const option = await screen.findByRole('option', { name: /Merlot/ }, { timeout: 5_000 });
    expect(option.textContent).toBe(`${wineLabel}€12.00 · 24 in stock`);
    await user.click(option);
    expect(await screen.findByText(/€9\.50 each, €57\.00 in all/, {}, { timeout: 5_000 })).toBeDefined();
    await user.click(screen.getByLabelText(t('more', { name: wineLabel })));
    expect(await findPlaceOrderButton('Place the order – €114.00')).toBeDefined();
    const quotes = calls.filter(({ name }) => name === 'POST /admin/order/quote');
    expect(quotes.map(({ body }) => (body as QuoteBody).products)).toEqual([
      [{ id: 11, quantity: 6 }],
      [{ id: 11, quantity: 12 }],
    ]);
    expect(screen.queryByText(/€12\.00/)).toBeNull();
  });

  it('records a sale at the cellar door without a customer, and opens its screen', async () => {
    const { placed } = renderOrderForm();
    await enterCellarDoorSale();
    await user.click(await findPlaceOrderButton('Record the sale – €57.00'));
    expect(await screen.findByText('The order’s screen')).toBeDefined();
    expect(placed().map(({ body }) => body)).toEqual([
      {
        channel: 'CELLAR_DOOR',
        products: [{ id: 11, quantity: 6 }],
        user: { firstname: '', lastname: '', phone: '' },
        address: {},
        delivery: { type: 'CLICK_AND_COLLECT' },
        payment: 'CASH',
        settlement: 'TAKEN_AWAY',
        isAdult: true,
        total: 57,
      },
    ]);
  });

  it('asks how the customer has paid before it places a paid order', async () => {
    const { placed } = renderOrderForm();
    await addWine();
    await chooseRadio(t('settlement.PAID'));
    fillTextField(translate('admin-orders.paidOn'), '2026-11-03');
    await user.click(await findPlaceOrderButton('Place the order – €57.00'));
    expect(await screen.findByText(t('paymentMissing'))).toBeDefined();
    expect(placed()).toEqual([]);
    await chooseRadio('Cash');
    await user.click(await findPlaceOrderButton('Place the order – €57.00'));
    await waitFor(() => expect(placed()).toHaveLength(1));
    expect(placed()[0]?.body).toMatchObject({ payment: 'CASH', settlement: 'PAID', paidOn: '2026-11-03' });
  });

  it('sends an order by telephone to the account, the postal address and the carrier', async () => {
    const { placed } = renderOrderForm();
    await addWine();
    await openSearchAndChooseOption(t('findCustomer'), /Camille Vignaud/);
    expect(getTextField(t('email')).value).toBe(listedCustomer.email);
    fillTextField(t('address.address'), '1 rue du Port');
    fillTextField(t('address.postalCode'), '16100');
    fillTextField(t('address.city'), 'Cognac');
    await user.click(await screen.findByLabelText('Colissimo, €14.50', {}, { timeout: 5_000 }));
    await user.click(await findPlaceOrderButton('Place the order – €57.00'));
    await waitFor(() => expect(placed()).toHaveLength(1));
    expect(placed()[0]?.body).toMatchObject({
      channel: 'PHONE',
      user: { email: listedCustomer.email, phone: listedCustomer.phone },
      address: { delivery: { lastname: 'Vignaud', address: '1 rue du Port', postalCode: '16100', country: 'FR' } },
      delivery: { type: 'DELIVERY', idCarrier: 3 },
      settlement: 'OPEN',
    });
  });

  it('shows the prices and how many bottles are missing before the minimum for a shipment is reached', async () => {
    const shipmentIssue = { reason: 'too_few_bottles', bottles: 6, min: 12, max: 0 };
    renderOrderForm({
      'POST /admin/order/quote': ({ body }) => ({
        data: { ...createQuote(body as QuoteBody), carriers: [], shipmentIssue },
      }),
    });
    await addWine();
    expect(await screen.findByText(/€9\.50 each, €57\.00 in all/, {}, { timeout: 5_000 })).toBeDefined();
    expect(screen.getByText(t('shipment.too_few_bottles', { min: '12', bottles: '6', max: '0' }))).toBeDefined();
  });

  it('keeps the price of a line while its discount code is refused', async () => {
    const refusal = { status: 422, message: 'Refused.', errors: { code: 'This code has ended.' } };
    renderOrderForm({
      'POST /admin/order/quote': ({ body }) =>
        (body as { code: string }).code === '' ? { data: createQuote(body as QuoteBody) } : refusal,
    });
    await addWine();
    const price = /€9\.50 each, €57\.00 in all/;
    await screen.findByText(price, {}, { timeout: 5_000 });
    fillTextField(t('code'), 'FIN');
    expect(await screen.findByText('This code has ended.', {}, { timeout: 5_000 })).toBeDefined();
    expect(screen.getByText(price)).toBeDefined();
  });

  it('reserves a time for a collection, and asks for it if staff announced one', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-10T09:00:00Z') });
    const slot = { id: 4, date: '2026-11-12', from: '10:00', to: '12:00' };
    const { placed } = renderOrderForm({
      'GET /company/address?type=click-and-collect': { data: { addresses: [{ id: 2, name: 'Chai', city: 'Cognac' }] } },
      'GET /calendar/2/date/allowed/11/2026': { data: { schedules: [slot] } },
      'GET /calendar/2/date/allowed/12/2026': { data: { schedules: [] } },
      'GET /calendar/2/date/allowed/1/2027': { data: { schedules: [] } },
    });
    await addWine();
    await chooseRadio(t('fulfilment.COLLECTION'));
    fillTextField(t('lastname'), 'Vignaud');
    await chooseRadio(t('collection.SLOT'));
    await screen.findByRole('option', { name: 'Thursday 12 November' });
    await user.click(await findPlaceOrderButton('Place the order – €57.00'));
    expect(await screen.findByText(t('slotMissing'))).toBeDefined();
    expect(placed()).toEqual([]);
    await user.selectOptions(screen.getByLabelText(t('collectionDay')), '2026-11-12');
    await chooseRadio(t('slotTimes', { from: '10am', to: '12pm' }));
    await user.click(await findPlaceOrderButton('Place the order – €57.00'));
    await waitFor(() => expect(placed()).toHaveLength(1));
    expect(placed()[0]?.body).toMatchObject({
      delivery: { type: 'CLICK_AND_COLLECT' },
      dateSchedule: '2026-11-12',
      idSchedule: 4,
    });
    vi.useRealTimers();
  });

  it.each([
    ['the collection without an appointment', 'collection.OPEN', 'collection.SLOT'],
    ['the delivery', 'fulfilment.DELIVERY', 'fulfilment.COLLECTION'],
  ])('forgets the time at the second place once staff have chosen %s in between', async (_, other, back) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-10T09:00:00Z') });
    const slotOf = (id: number) => ({ data: { schedules: [{ id, date: '2026-11-12', from: '10:00', to: '12:00' }] } });
    const none = { data: { schedules: [] } };
    const addresses = [
      { id: 2, name: 'Chai', city: 'Cognac' },
      { id: 3, name: 'Boutique', city: 'Jarnac' },
    ];
    const { placed } = renderOrderForm({
      'GET /company/address?type=click-and-collect': { data: { addresses } },
      'GET /calendar/2/date/allowed/11/2026': slotOf(4),
      'GET /calendar/2/date/allowed/12/2026': none,
      'GET /calendar/2/date/allowed/1/2027': none,
      'GET /calendar/3/date/allowed/11/2026': slotOf(5),
      'GET /calendar/3/date/allowed/12/2026': none,
      'GET /calendar/3/date/allowed/1/2027': none,
    });
    await addWine();
    await chooseRadio(t('fulfilment.COLLECTION'));
    fillTextField(t('lastname'), 'Vignaud');
    await chooseRadio(t('collection.SLOT'));
    await user.selectOptions(await screen.findByLabelText(t('collectionPlace')), '3');
    await screen.findByRole('option', { name: 'Thursday 12 November' });
    await user.selectOptions(screen.getByLabelText(t('collectionDay')), '2026-11-12');
    await chooseRadio(t('slotTimes', { from: '10am', to: '12pm' }));
    await chooseRadio(t(other));
    await chooseRadio(t(back));
    expect((await screen.findByLabelText<HTMLSelectElement>(t('collectionPlace'))).value).toBe('2');
    await user.click(await findPlaceOrderButton('Place the order – €57.00'));
    expect(await screen.findByText(t('slotMissing'))).toBeDefined();
    expect(placed()).toEqual([]);
    vi.useRealTimers();
  });

  it('sends the pickup point, and quotes the fee for its place', async () => {
    const point = { id: 'p9', name: 'Tabac', addLine1: '2 place', zipCode: '20000', city: 'Ajaccio', country: 'FR' };
    const { placed, calls } = renderOrderForm({ 'POST /relay/access-points': { data: { accessPoints: [point] } } });
    await addWine();
    await openSearchAndChooseOption(t('findCustomer'), /Camille Vignaud/);
    await chooseRadio(t('fulfilment.PICKUP'));
    fillTextField(t('address.address'), '1 rue du Port');
    fillTextField(t('address.postalCode'), '16100');
    fillTextField(t('address.city'), 'Cognac');
    await user.click(await screen.findByLabelText('Colissimo, €14.50', {}, { timeout: 5_000 }));
    await user.click(await screen.findByLabelText('Tabac, 2 place, 20000 Ajaccio', {}, { timeout: 5_000 }));
    await user.click(await findPlaceOrderButton('Place the order – €57.00'));
    await waitFor(() => expect(placed()).toHaveLength(1));
    expect(placed()[0]?.body).toMatchObject({
      address: { delivery: { lastname: 'Vignaud', postalCode: '16100' } },
      delivery: { type: 'PICKUP', idCarrier: 3, accessPoint: { id: 'p9' } },
    });
    const quotes = calls.filter(({ name }) => name === 'POST /admin/order/quote');
    expect(quotes.at(-1)?.body).toMatchObject({ destination: { postalCode: '20000', country: 'FR' } });
  });

  it('asks for the email address instead of calling it optional once a voucher is taken away', async () => {
    const vouchers = listedProducts.map((product) => ({ ...product, kind: 'voucher' }));
    renderOrderForm({ 'GET /admin/product/overview?nbItem=30&orderBy=position': { data: { products: vouchers } } });
    await chooseRadio('Cellar door');
    expect(screen.getByText(t('customerHelp.TAKEN_AWAY'))).toBeDefined();
    await addWine();
    expect(await screen.findByText(t('customerHelp.MAIL'))).toBeDefined();
    expect(screen.queryByText(t('customerHelp.TAKEN_AWAY'))).toBeNull();
    await chooseRadio(t('fulfilment.COLLECTION'));
    expect(screen.getByText(`${t('customerHelp.COLLECTION')} ${t('customerHelp.MAIL')}`)).toBeDefined();
  });

  it('offers the dispatch by email for vouchers alone, without a carrier', async () => {
    const { placed } = renderOrderForm({
      'POST /admin/order/quote': ({ body }) => ({
        data: { ...createQuote(body as QuoteBody), sellsAlcohol: false, needsDelivery: false, carriers: [] },
      }),
    });
    await addWine();
    await screen.findByLabelText(t('fulfilment.MAIL'), {}, { timeout: 5_000 });
    expect(screen.queryByLabelText(t('fulfilment.PICKUP'))).toBeNull();
    await chooseRadio(t('fulfilment.MAIL'));
    fillTextField(t('lastname'), 'Vignaud');
    fillTextField(t('email'), listedCustomer.email);
    await user.click(await findPlaceOrderButton('Place the order – €57.00'));
    await waitFor(() => expect(placed()).toHaveLength(1));
    expect(placed()[0]?.body).toMatchObject({ delivery: { type: 'NO_DELIVERY' }, address: {} });
  });
});
