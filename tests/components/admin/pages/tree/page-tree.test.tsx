import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { ResourceContextProvider } from 'react-admin';
import { Route, Routes } from 'react-router-dom';
import { describe, expect, it, vi } from 'vitest';
import PageTreeEdit from '#client/admin/pages/tree/PageTreeEdit.tsx';
import type { PageEntryInput } from '#shared/site/page-tree-input.ts';
import { renderInAdmin, t as translate } from '#tests/components/admin/render-in-admin.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

const t = (key: string, values?: Record<string, string | number>) => translate(`admin-pages.tree.${key}`, values);
const read = 'GET /admin/page-tree/en';
const save = 'PUT /admin/page-tree/en';
const entry = (id: number, menuTitle: string, children?: PageEntryInput[]): PageEntryInput => ({
  id,
  url: menuTitle.toLowerCase(),
  menuTitle,
  title: menuTitle,
  metaDescription: '',
  showInMenu: true,
  isText: false,
  type: 'CMS',
  ...(children && { children }),
});
const entries = [entry(1, 'Estate'), entry(2, 'Wines', [entry(3, 'Boxes')]), entry(4, 'Visits')];

function renderTree(responses: Parameters<typeof stubApi>[0] = {}) {
  const data = { key: 'en', revision: 4, archivedAt: null, item: { lang: 'en', entries } };
  const calls = stubApi({
    [read]: { data },
    [save]: { data: { key: 'en' } },
    'GET /admin/page?page=1&nbItem=100': { data: { items: [], total: 0 } },
    ...responses,
  });
  renderInAdmin(
    <ResourceContextProvider value="page-tree">
      <Routes>
        <Route path="/page-tree/:id" element={<PageTreeEdit />} />
      </Routes>
    </ResourceContextProvider>,
    '/page-tree/en',
  );
  return calls;
}

const rows = () => screen.findAllByRole('listitem');
const findRow = async (name: string) =>
  (await rows()).find((row) => row.querySelector('span')?.textContent === name) as HTMLElement;
const listNames = async () => (await rows()).map((row) => row.querySelector('span')?.textContent);
/** Returns the tree of the last save, as the titles of its entries. */
const readSaved = (calls: readonly { name: string; body: unknown }[]): string => {
  const { body } = calls.findLast(({ name }) => name === save) as { body: { item: { entries: PageEntryInput[] } } };
  const show = (level: readonly PageEntryInput[]): string =>
    level
      .map(({ menuTitle, children = [] }) => menuTitle + (children.length > 0 ? `(${show(children)})` : ''))
      .join(' ');
  return show(body.item.entries);
};
const saveTree = () => userEvent.click(screen.getByRole('button', { name: t('save') }));

/** Drops an entry onto the upper or the lower half of a row that is 40 px high. */
async function drag(name: string, target: string, half: 'upper' | 'lower'): Promise<void> {
  const row = await findRow(target);
  row.getBoundingClientRect = () => ({ top: 100, height: 40 }) as DOMRect;
  fireEvent.dragStart(await findRow(name));
  for (const type of ['dragOver', 'drop'] as const) {
    const event = createEvent[type](row);
    Object.defineProperty(event, 'clientY', { value: half === 'upper' ? 105 : 135 });
    fireEvent(row, event);
  }
}

describe('the page tree', { timeout: 20_000 }, () => {
  it.each([
    ['before another one on its upper half', 'Visits', 'Estate', 'upper', 'Visits Estate Wines(Boxes)'],
    ['into another one on its lower half', 'Visits', 'Estate', 'lower', 'Estate(Visits) Wines(Boxes)'],
    ['with everything inside', 'Wines', 'Estate', 'upper', 'Wines(Boxes) Estate Visits'],
  ] as const)('saves an entry that is dragged %s', async (_, name, target, half, expected) => {
    const calls = renderTree();
    await drag(name, target, half);
    await saveTree();
    await waitFor(() => expect(readSaved(calls)).toBe(expected));
  });

  it('moves an entry with the keyboard, announces where it is and keeps the focus at the end of the way', async () => {
    const calls = renderTree();
    const up = within(await findRow('Visits')).getByRole('button', { name: t('up', { entry: 'Visits' }) });
    up.focus();
    await userEvent.keyboard('{Enter}');
    expect(await listNames()).toEqual(['Estate', 'Visits', 'Wines', 'Boxes']);
    expect(screen.getByRole('status').textContent).toBe(
      t('moved', { entry: 'Visits', position: 2, total: 3, level: 1 }),
    );
    await userEvent.keyboard('{Enter}');
    await userEvent.keyboard('{Enter}');
    expect(await listNames()).toEqual(['Visits', 'Estate', 'Wines', 'Boxes']);
    expect(document.activeElement).toBe(up);
    expect(up.getAttribute('aria-disabled')).toBe('true');
    await saveTree();
    await waitFor(() => expect(readSaved(calls)).toBe('Visits Estate Wines(Boxes)'));
  });

  it('moves the focus to the entry before a removed one, and from the last one to the button that adds entries', async () => {
    renderTree();
    const remove = async (name: string) => {
      within(await findRow(name))
        .getByRole('button', { name: t('remove', { entry: name }) })
        .focus();
      await userEvent.keyboard('{Enter}');
      return document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;
    };
    expect(await remove('Visits')).toBe(t('remove', { entry: 'Boxes' }));
    expect(await remove('Wines')).toBe(t('remove', { entry: 'Estate' }));
    expect(await remove('Estate')).toBe(t('add'));
  });

  it('moves an entry into the one above and out again', async () => {
    const calls = renderTree();
    await userEvent.click(await screen.findByRole('button', { name: t('in', { entry: 'Visits' }) }));
    await userEvent.click(screen.getByRole('button', { name: t('out', { entry: 'Boxes' }) }));
    await saveTree();
    await waitFor(() => expect(readSaved(calls)).toBe('Estate Wines(Visits) Boxes'));
  });

  it('adds and removes entries', async () => {
    const calls = renderTree({
      [read]: {
        data: { key: 'en', revision: 4, archivedAt: null, item: { lang: 'en', entries: [entry(1, 'Estate')] } },
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: t('remove', { entry: 'Estate' }) }));
    expect(screen.queryAllByRole('listitem')).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: t('add') }));
    const title = await screen.findByRole('textbox', { name: translate('admin-pages.entry.menuTitle') });
    await userEvent.clear(title);
    await userEvent.type(title, 'Wines');
    await userEvent.click(screen.getByRole('button', { name: t('done') }));
    await saveTree();
    await waitFor(() => expect(readSaved(calls)).toBe('Wines'));
  });

  it('gives a new entry a row of its own, although its position is the id of another entry', async () => {
    const report = vi.spyOn(console, 'error').mockImplementation(() => {});
    renderTree();
    await userEvent.click(await screen.findByRole('button', { name: t('add') }));
    await userEvent.click(await screen.findByRole('button', { name: t('done') }));
    expect(await listNames()).toEqual(['Estate', 'Wines', 'Boxes', 'Visits', t('newEntry')]);
    expect(report.mock.calls.flat().filter((text) => /same key/.test(String(text)))).toEqual([]);
    report.mockRestore();
  });

  it.each([
    ['the API is unavailable', { status: 503, message: '' }, translate('admin.callFailed')],
    [
      'an address is taken',
      { status: 422, message: 'Check the form.', errors: { entries: 'The address “visits” exists twice.' } },
      'The address “visits” exists twice.',
    ],
  ])('keeps the new order and shows why it was not saved if %s', async (_, answer, message) => {
    renderTree({ [save]: answer });
    await userEvent.click(await screen.findByRole('button', { name: t('up', { entry: 'Visits' }) }));
    await saveTree();
    expect((await screen.findAllByText(message)).length).toBeGreaterThan(0);
    expect(await listNames()).toEqual(['Estate', 'Visits', 'Wines', 'Boxes']);
  });
});
