import { fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { ResourceContextProvider } from 'react-admin';
import { Link, Route, Routes } from 'react-router-dom';
import OrderCreate from '#client/admin/orders/create/OrderCreate.tsx';
import { renderInAdmin, t as translate } from '#tests/components/admin/render-in-admin.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

/** Returns a text of the form. */
export const t = (key: string, values?: Record<string, string>) => translate(`admin-orders.create.${key}`, values);
export const placeOrderCallName = 'POST /admin/order';
const wine = { id: 1, revision: 1, slug: 'merlot', type: 'WINE', kind: 'red', name: 'Merlot', archivedAt: null };
const variant = { id: 11, reference: 'M22', year: 2022, capacity: 75, capacityUnit: 'CENTILITRE', plannedPrices: [] };
export const wineLabel = 'Merlot 2022 · 75 cl · M22';
/** The price in the list has no discount, so that it differs from the price of the quote. */
export const listedProducts = [{ ...wine, variants: [{ ...variant, price: 12, quantity: 24, quantityStep: 6 }] }];
export const listedCustomer = {
  id: 5,
  email: 'camille@mail.example',
  firstname: 'Camille',
  lastname: 'Vignaud',
  phone: '0545000000',
};
export const placedOrder = { id: 7, number: '2026-00007', status: 'COMPLETED' };

export interface QuoteBody {
  products: { id: number; quantity: number }[];
}
/** Creates a quote for the first line alone, at 9.50 euros a bottle; `bottles` is always 6. */
export const createQuote = ({ products: [line] }: QuoteBody) => {
  const total = (line?.quantity ?? 0) * 9.5;
  return {
    lines: [{ ...line, price: 9.5, total }],
    bottles: 6,
    subtotal: total,
    discount: 0,
    shippingFees: 0,
    total,
    vat: 1,
    sellsAlcohol: true,
    needsDelivery: true,
    shipmentIssue: null as object | null,
    carriers: [{ id: 3, name: 'Colissimo', fdp: 14.5 }],
    payments: [
      { method: 'AT_PICKUP', label: 'At the estate', instructions: '', isOnline: false },
      { method: 'CASH', label: 'Cash', instructions: '', isOnline: false },
    ],
  };
};
type Responses = Parameters<typeof stubApi>[0];

/** Renders the form of a new order over an API with one wine and one customer. */
export function renderOrderForm(responses: Responses = {}) {
  const calls = stubApi({
    'GET /countries': { data: { countries: [{ alphaTwo: 'FR', name: 'France' }] } },
    'GET /admin/product/overview?nbItem=30&orderBy=position': { data: { products: listedProducts } },
    'GET /admin/customer?nbItem=20': { data: { customers: [listedCustomer] } },
    'POST /admin/order/quote': ({ body }) => ({ data: createQuote(body as QuoteBody) }),
    [placeOrderCallName]: { data: { order: placedOrder } },
    ...responses,
  });
  renderInAdmin(
    <ResourceContextProvider value="order">
      <Link to="/order">Orders</Link>
      <Routes>
        <Route path="/order/create" element={<OrderCreate />} />
        <Route path="/order/7/show" element={<Link to="/order/create">The order’s screen</Link>} />
      </Routes>
    </ResourceContextProvider>,
    '/order/create',
  );
  return { placed: () => calls.filter(({ name }) => name === placeOrderCallName), calls };
}

// The check of pointer events is off, because it computes the styles of all ancestors of each element, which is slow.
export const user = userEvent.setup({ pointerEventsCheck: 0 });

/** Finds a text field by its label. */
export const getTextField = (name: string) =>
  screen.getByLabelText<HTMLInputElement>(name, { selector: 'input:not([type=radio])' });
export const fillTextField = (name: string, value: string) =>
  fireEvent.change(getTextField(name), { target: { value } });
/** Chooses a radio button by its label. */
export const chooseRadio = (name: string) => user.click(screen.getByLabelText(name, { selector: 'input[type=radio]' }));
/** Chooses an option that a search has found. */
export async function openSearchAndChooseOption(name: string, option: string | RegExp): Promise<void> {
  await user.click(getTextField(name));
  await user.click(await screen.findByRole('option', { name: option }, { timeout: 5_000 }));
}
export const addWine = () => openSearchAndChooseOption(t('addWine'), /Merlot/);
export const findPlaceOrderButton = (label: string) =>
  screen.findByText(label, { selector: 'button' }, { timeout: 5_000 });

/** Enters six bottles that are paid in cash and taken away, and confirms the age of the customer. */
export async function enterCellarDoorSale(): Promise<void> {
  await chooseRadio('Cellar door');
  await addWine();
  await user.click(await screen.findByLabelText(t('isAdult'), {}, { timeout: 5_000 }));
  await chooseRadio('Cash');
}
