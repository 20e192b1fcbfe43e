import { afterEach, expect, test, vi } from 'vitest';
import { saveAsFile } from '#client/core/save-as-file.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('saveAsFile keeps the URL of the file until the browser has had time to read it', () => {
  vi.useFakeTimers();
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1');
  const revoke = vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {});
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  saveAsFile(new Blob(['x']), 'x.txt');
  expect(click.mock.contexts[0]).toMatchObject({ href: 'blob:1', download: 'x.txt' });
  vi.advanceTimersByTime(30_000);
  expect(revoke).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(revoke).toHaveBeenCalledExactlyOnceWith('blob:1');
});
