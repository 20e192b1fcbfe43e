import { screen, waitFor, within } from '@testing-library/react';
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
  placedOrder,
  placeOrderCallName,
  type QuoteBody,
  renderOrderForm,
  t,
  user,
  wineLabel,
} from './render-order-form.tsx';

describe('OrderCreate with an order that cannot be placed', { timeout: 30_000 }, () => {
  it('shows the errors of the API at their fields, moves the focus there and keeps what was typed', async () => {
    const errors = { 'user.lastname': 'Enter the customer’s name.', isAdult: 'Confirm the age.' };
    renderOrderForm({ [placeOrderCallName]: { status: 422, message: 'Check the form.', errors } });
    await addWine();
    await chooseRadio(t('fulfilment.COLLECTION'));
    fillTextField(t('firstname'), 'Camille');
    await user.click(await findPlaceOrderButton('Place the order – €57.00'));
    expect(await screen.findByText('Check the form.')).toBeDefined();
    expect(screen.getByText(errors.isAdult)).toBeDefined();
    const lastname = getTextField(t('lastname'));
    expect(document.activeElement).toBe(lastname);
    expect(document.getElementById(lastname.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      errors['user.lastname'],
    );
    expect(getTextField(t('firstname')).value).toBe('Camille');
    fillTextField(t('lastname'), 'V');
    expect(screen.queryByText(errors['user.lastname'])).toBeNull();
  });

  it('asks for the customer’s name if the recipient’s is missing, instead of naming a field of the API', async () => {
    const errors = { 'address.delivery.lastname': '“address.delivery.lastname” must have at least 1 character.' };
    renderOrderForm({ [placeOrderCallName]: { status: 400, message: 'The request is malformed.', errors } });
    await addWine();
    await user.click(await findPlaceOrderButton('Place the order – €57.00'));
    expect(await screen.findByText(t('checkFields'))).toBeDefined();
    expect(document.activeElement).toBe(getTextField(t('lastname')));
    expect(screen.getAllByText(t('fieldInvalid'))).toHaveLength(1);
  });

  it('shows the errors of the quote at the wine and at the code', async () => {
    const errors = { 'products.0': 'Only 4 left.', code: 'This code has ended.' };
    renderOrderForm({ 'POST /admin/order/quote': { status: 409, message: 'Too few bottles.', errors } });
    await addWine();
    expect(await screen.findByText('Only 4 left.', {}, { timeout: 5_000 })).toBeDefined();
    const section = screen.getByRole('region', { name: 'Payment' });
    expect(within(section).getByText('This code has ended.')).toBeDefined();
    expect(screen.getByText<HTMLButtonElement>('Place the order', { selector: 'button' }).disabled).toBe(true);
  });

  it('shows that the times for a collection could not be loaded, instead of that none is free, and loads them again', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-10T09:00:00Z') });
    let isDown = true;
    const slot = { id: 4, date: '2026-11-12', from: '10:00', to: '12:00' };
    renderOrderForm({
      'GET /company/address?type=click-and-collect': { data: { addresses: [{ id: 2, name: 'Chai', city: 'Cognac' }] } },
      'GET /calendar/2/date/allowed/11/2026': () =>
        isDown ? { status: 503, message: '' } : { data: { schedules: [slot] } },
      'GET /calendar/2/date/allowed/12/2026': { data: { schedules: [] } },
      'GET /calendar/2/date/allowed/1/2027': { data: { schedules: [] } },
    });
    await chooseRadio(t('fulfilment.COLLECTION'));
    await chooseRadio(t('collection.SLOT'));
    expect(await screen.findByText(translate('admin.loadFailed'))).toBeDefined();
    expect(screen.queryByText(t('noSlots'))).toBeNull();
    isDown = false;
    await user.click(screen.getByText(translate('admin.retry')));
    expect(await screen.findByRole('option', { name: 'Thursday 12 November' })).toBeDefined();
    vi.useRealTimers();
  });

  it('repeats an order without a response with its Idempotency-Key, and takes a new key after a success', async () => {
    let isAnswered = false;
    const soldOut = { status: 409, message: 'Sold out.', errors: { 'products.0': 'Sold out.' } };
    const { placed } = renderOrderForm({
      // The order whose response was lost has taken the last bottles.
      'POST /admin/order/quote': ({ body }) =>
        placed().length > 0 && !isAnswered ? soldOut : { data: createQuote(body as QuoteBody) },
      [placeOrderCallName]: () => (isAnswered ? { data: { order: placedOrder } } : { status: 504, message: '' }),
    });
    await enterCellarDoorSale();
    await user.click(await findPlaceOrderButton('Record the sale – €57.00'));
    expect(await screen.findByText(t('noAnswer'))).toBeDefined();
    // The test waits longer than the delay after which the amounts would be computed again.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    isAnswered = true;
    await user.click(await findPlaceOrderButton('Record the sale – €57.00'));
    expect(await screen.findByText('The order’s screen')).toBeDefined();
    await user.click(screen.getByText('The order’s screen'));
    await enterCellarDoorSale();
    await user.click(await findPlaceOrderButton('Record the sale – €57.00'));
    expect(await screen.findByText('The order’s screen')).toBeDefined();
    const [first, repeated, next] = placed();
    expect(first?.idempotencyKey).toMatch(/^[\w.:-]{8,128}$/);
    expect(repeated).toEqual(first);
    expect(next?.idempotencyKey).not.toBe(first?.idempotencyKey);
  });

  it('opens the dialog to log in again when the session has ended, and keeps the form', async () => {
    const { placed } = renderOrderForm({ [placeOrderCallName]: { status: 401, message: 'Log in again.' } });
    await enterCellarDoorSale();
    await user.click(await findPlaceOrderButton('Record the sale – €57.00'));
    const dialog = await screen.findByRole('dialog', { name: translate('admin.sessionEnded.title') });
    await user.click(within(dialog).getByRole('button', { name: translate('admin.sessionEnded.continue') }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText(wineLabel)).toBeDefined();
    expect(placed()).toHaveLength(1);
  });

  it('asks before the form is left with what was typed', async () => {
    const confirm = vi.fn(() => false);
    vi.stubGlobal('confirm', confirm);
    renderOrderForm();
    fillTextField(t('lastname'), 'Vignaud');
    await user.click(screen.getByText('Orders'));
    expect(confirm).toHaveBeenCalledOnce();
    expect(getTextField(t('lastname')).value).toBe('Vignaud');
  });

  it('does not place an order without a wine, or by the Enter key in a text field', async () => {
    const { placed } = renderOrderForm();
    await user.click(await findPlaceOrderButton('Place the order'));
    expect(screen.getAllByText(t('noLines'))).toHaveLength(2);
    await enterCellarDoorSale();
    await findPlaceOrderButton('Record the sale – €57.00');
    await user.type(getTextField(t('lastname')), 'Vignaud{Enter}');
    expect(placed()).toEqual([]);
  });
});
