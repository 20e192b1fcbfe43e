import { HttpError } from 'react-admin';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPanelQueryClient } from '#client/admin/core/query-client.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it.each([
  { status: 0, calls: 3 },
  { status: 500, calls: 3 },
  { status: 503, calls: 3 },
  { status: 400, calls: 1 },
  { status: 401, calls: 1 },
  { status: 403, calls: 1 },
  { status: 404, calls: 1 },
  { status: 429, calls: 1 },
])('a read call that fails with $status is made $calls times', async ({ status, calls }) => {
  const read = vi.fn().mockRejectedValue(new HttpError('', status));
  const result = createPanelQueryClient().fetchQuery({ queryKey: ['product'], queryFn: read });
  const settled = expect(result).rejects.toBeInstanceOf(HttpError);
  await vi.runAllTimersAsync();
  await settled;
  expect(read).toHaveBeenCalledTimes(calls);
});
