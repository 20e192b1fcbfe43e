import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { ResourceContextProvider } from 'react-admin';
import { Route, Routes } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { MovementDialog } from '#client/admin/catalogue/stock/MovementDialog.tsx';
import ResourceCreate from '#client/admin/resources/ResourceCreate.tsx';
import { renderInAdmin, t } from '#tests/components/admin/render-in-admin.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

const create = 'POST /admin/tag';
const update = 'PUT /admin/tag/7';
const stored = (label: string) => ({
  key: 7,
  revision: 1,
  archivedAt: null,
  item: { slug: 'bio', label: { en: label } },
});

function renderForm(): void {
  renderInAdmin(
    <ResourceContextProvider value="tag">
      <Routes>
        <Route path="/tag/create" element={<ResourceCreate />} />
        <Route path="/tag/:id" element={<p>The form of the saved tag</p>} />
      </Routes>
    </ResourceContextProvider>,
    '/tag/create',
  );
}

async function fill(label: RegExp, text: string): Promise<void> {
  const input = await screen.findByLabelText(label);
  await userEvent.clear(input);
  await userEvent.type(input, text);
}

async function fillAndSave(label: string): Promise<void> {
  await fill(/^Label \(English\)/, label);
  await fill(/^Label \(Français\)/, 'Bio');
  await fill(/^Position/, '1');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
}

describe('a form for a new item whose response was lost', { timeout: 60_000 }, () => {
  it('sends the same key again, and shows the item that the first attempt has created', async () => {
    let attempts = 0;
    const calls = stubApi({
      'GET /admin/tag/7': { data: stored('Organic') },
      [create]: () => {
        attempts += 1;
        if (attempts === 1) throw new TypeError('Failed to fetch');
        return { data: { key: 7, revision: 1 } };
      },
    });
    renderForm();
    await fillAndSave('Organic');
    expect(await screen.findByText(t('admin.callFailed'))).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('The form of the saved tag')).toBeDefined();
    const [first, repeated] = calls.filter(({ name }) => name === create);
    expect(first?.idempotencyKey).toMatch(/^[\w.:-]{8,128}$/);
    expect(repeated).toEqual(first);
  });

  it('shows both versions if the form was changed meanwhile, and saves the chosen one as the same item', async () => {
    let attempts = 0;
    const calls = stubApi({
      'GET /admin/tag/7': { data: stored('Natural') },
      [update]: { data: { key: 7, revision: 2 } },
      [create]: () => {
        attempts += 1;
        if (attempts === 1) throw new TypeError('Failed to fetch');
        return { status: 409, message: 'Already saved.', present: stored('Organic') };
      },
    });
    renderForm();
    await fillAndSave('Organic');
    expect(await screen.findByText(t('admin.callFailed'))).toBeDefined();
    await fillAndSave('Natural');
    const dialog = await screen.findByRole('dialog', { name: t('admin.createdEarlier.title') });
    for (const version of ['Organic', 'Natural']) expect(within(dialog).getByText(version)).toBeDefined();
    await userEvent.click(within(dialog).getByRole('button', { name: t('admin.stale.saveMine') }));
    expect(await screen.findByText('The form of the saved tag')).toBeDefined();
    const saved = calls.find(({ name }) => name === update);
    expect(saved?.body).toMatchObject({ revision: 1, item: { label: { en: 'Natural' } } });
  });
});

it('MovementDialog moves the stock with the same key after a lost response, and with a new one after a refusal', {
  timeout: 60_000,
}, async () => {
  const answers = [null, { status: 422, message: 'Too few bottles.' }, { data: { before: 12, after: 18 } }];
  const move = 'POST /admin/stock-movement';
  const calls = stubApi({
    'GET /admin/stock-movement?variant=11&nbItem=10': { data: { movements: [], total: 0 } },
    [move]: () => {
      const answer = answers.shift();
      if (!answer) throw new TypeError('Failed to fetch');
      return answer as { data: object };
    },
  });
  const variant = {
    id: 11,
    name: 'Vieilles vignes',
    reference: 'VV',
    year: 2022,
    capacity: 75,
    capacityUnit: 'CENTILITRE',
  };
  const state = { idProduct: 1, quantity: 12, reserved: 0, isLow: false };
  renderInAdmin(<MovementDialog variant={{ ...variant, ...state } as never} onClose={() => {}} />);
  await userEvent.type(screen.getByRole('spinbutton'), '6');
  const save = () => userEvent.click(screen.getByRole('button', { name: t('admin-catalogue.stock.save') }));
  await save();
  expect(await screen.findByText(t('admin.callFailed'))).toBeDefined();
  await save();
  expect(await screen.findByText('Too few bottles.')).toBeDefined();
  await save();
  const sent = () => calls.filter(({ name }) => name === move).map(({ idempotencyKey }) => idempotencyKey);
  await waitFor(() => expect(sent()).toHaveLength(3));
  const [lost, repeated, next] = sent();
  expect(repeated).toBe(lost);
  expect(next).not.toBe(repeated);
});
