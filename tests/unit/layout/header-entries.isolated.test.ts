import { expect, test, vi } from 'vitest';
import { render } from '#client/app/entry.server.tsx';
import { createMainMenuEntries } from '#client/layout/navigation/menu-entries.ts';
import { createRenderInput, readRenderedHtml } from '../ssr/read-rendered-html.ts';

vi.mock('#client/layout/navigation/menu-entries.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('#client/layout/navigation/menu-entries.ts')>();
  return { ...original, createMainMenuEntries: vi.fn(original.createMainMenuEntries) };
});

test('the header creates its menu entries once for the wide menu and the sheet', async () => {
  await readRenderedHtml(await render(createRenderInput('/privacy-policy')));
  expect(createMainMenuEntries).toHaveBeenCalledTimes(1);
});
