import { expect, it, vi } from 'vitest';
import { callAdminApi } from '#client/admin/core/call-admin-api.ts';
import { sessionEndedEvent } from '#client/admin/core/session.ts';
import { stubApi } from '../stub-api.ts';

it.each(['PUT /admin/product/prices', 'POST /admin/stock-movement', 'POST /admin/order/1/note'])(
  '%s opens the dialog to log in again when the session has ended',
  async (name) => {
    stubApi({ [name]: { status: 401, message: 'Log in again.' } });
    const open = vi.fn();
    window.addEventListener(sessionEndedEvent, open, { once: true });
    const [method, path = ''] = name.split(' ');
    const call = callAdminApi(path, { method: method as 'PUT', body: {} });
    await expect(call).rejects.toMatchObject({ status: 401 });
    expect(open).toHaveBeenCalledOnce();
  },
);
