import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { MovementDialog } from '#client/admin/catalogue/stock/MovementDialog.tsx';
import type { VariantStock } from '#shared/admin/stock-contract.ts';
import { renderInAdmin, t as translate } from '#tests/components/admin/render-in-admin.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

const t = (key: string, values?: Record<string, string>) => translate(`admin-catalogue.stock.${key}`, values);
const move = 'POST /admin/stock-movement';
const variant: VariantStock = {
  id: 11,
  idProduct: 1,
  name: 'Vieilles vignes',
  reference: 'VV',
  year: 2022,
  capacity: 75,
  capacityUnit: 'CENTILITRE',
  quantity: 24,
  reserved: 6,
  isLow: false,
};

function renderDialog(responses: Parameters<typeof stubApi>[0]) {
  const calls = stubApi({
    'GET /admin/stock-movement?variant=11&nbItem=10': { data: { movements: [], total: 0 } },
    ...responses,
  });
  const onClose = vi.fn();
  renderInAdmin(<MovementDialog variant={variant} onClose={onClose} />);
  return { onClose, sent: () => calls.filter(({ name }) => name === move).map(({ body }) => body) };
}

async function enter(kind: string, quantity: string): Promise<void> {
  await userEvent.click(screen.getByRole('combobox', { name: t('kind') }));
  await userEvent.click(await screen.findByRole('option', { name: t(`kind.${kind}`) }));
  await userEvent.type(screen.getByRole('spinbutton'), quantity);
}
const save = () => userEvent.click(screen.getByRole('button', { name: t('save') }));

it.each([
  ['SET', 24],
  ['COUNT', 30],
])('MovementDialog for %s names the %i bottles that the screen showed', { timeout: 60_000 }, async (kind, before) => {
  const { sent } = renderDialog({ [move]: { data: { before: 24, after: 40 } } });
  await enter(kind, '40');
  await save();
  await waitFor(() => expect(sent()).toMatchObject([{ kind, quantity: 40, before }]));
});

it('MovementDialog shows the present stock after a stale refusal, keeps what was typed, and then replaces the present stock', {
  timeout: 60_000,
}, async () => {
  const message = 'The stock has moved in the meantime.';
  const answers = [
    { status: 409, message, present: { quantity: 18, reserved: 12 } },
    { data: { before: 18, after: 40 } },
  ];
  const { sent, onClose } = renderDialog({ [move]: () => answers.shift() ?? { data: {} } });
  await enter('SET', '40');
  await userEvent.type(screen.getByLabelText(t('reason')), 'inventory');
  await save();
  expect(await screen.findByText(message)).toBeDefined();
  expect(screen.getByText(t('result', { before: '18', after: '40' }))).toBeDefined();
  expect(screen.getByRole<HTMLInputElement>('spinbutton').value).toBe('40');
  await save();
  await waitFor(() => expect(onClose).toHaveBeenCalledWith(true));
  expect(sent()).toMatchObject([{ before: 24 }, { before: 18, quantity: 40, reason: 'inventory' }]);
});

it('MovementDialog lets the list read the stock again if the form is closed after a stale refusal', {
  timeout: 60_000,
}, async () => {
  const { onClose } = renderDialog({
    [move]: { status: 409, message: 'Stale.', present: { quantity: 1, reserved: 0 } },
  });
  await enter('SET', '40');
  await save();
  expect(await screen.findByText('Stale.')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: translate('admin-catalogue.cancel') }));
  expect(onClose).toHaveBeenCalledWith(true);
});
