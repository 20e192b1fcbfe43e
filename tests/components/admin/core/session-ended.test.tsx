import { expect, it, vi } from 'vitest';
import { callAdminApi } from '#client/admin/core/call-admin-api.ts';
import { callResourceApi } from '#client/admin/core/resource-adapter.ts';
import { sessionEndedEvent } from '#client/admin/core/session.ts';
import { stubApi } from '#tests/components/stub-api.ts';

const movement = { variant: 1, kind: 'ADD', quantity: 1 } as const;

it.each([
  ['PUT /admin/product/prices', () => callAdminApi('PUT /admin/product/prices', { body: { rows: [] } })],
  ['POST /admin/stock-movement', () => callAdminApi('POST /admin/stock-movement', { body: movement })],
  [
    'POST /admin/order/1/note',
    () => callAdminApi('POST /admin/order/{id}/note', { params: { id: 1 }, body: { text: 'Call back' } }),
  ],
  [
    'PUT /admin/tag/bio',
    () => callResourceApi('update', { name: 'tag', key: 'slug' }, { id: 'bio', body: { revision: 1, item: {} } }),
  ],
])('%s opens the dialog to log in again when the session has ended', async (name, call) => {
  stubApi({ [name]: { status: 401, message: 'Log in again.' } });
  const open = vi.fn();
  window.addEventListener(sessionEndedEvent, open, { once: true });
  await expect(call()).rejects.toMatchObject({ status: 401 });
  expect(open).toHaveBeenCalledOnce();
});
