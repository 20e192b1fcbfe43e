import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { AuditDifferences } from '#client/admin/people/AuditList.tsx';
import { StaleItemDialog } from '#client/admin/resources/StaleItemDialog.tsx';
import { renderInAdmin } from '#tests/components/admin/render-in-admin.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

const toEntry = (key: string | number, item: object) => ({ key, revision: 1, item, archivedAt: null });
const stored = (key: string | number, item: object) => ({ data: toEntry(key, item) });
const listed = (...items: { id: number; [field: string]: unknown }[]) => ({
  data: { items: items.map((each) => toEntry(each.id, each)), total: items.length },
});
const oaks = { id: 12, name: { en: 'The old oaks', fr_FR: 'Les Vieux Chênes' } };
const bottle = { id: 7, name: 'Bottle in the cellar', alt: null };
const vines = { id: 8, name: 'Vines in winter', alt: null };
const names = {
  'GET /admin/image?ids=7,8&nbItem=2': listed(bottle, vines),
  'GET /admin/tag/oak': stored('oak', { slug: 'oak', name: { en: 'Aged in oak', fr_FR: 'Élevé en fût' } }),
  'GET /admin/product?ids=12,13&nbItem=2': listed(oaks),
  'GET /admin/variation/3': stored(3, { id: 3, name: { en: 'Wooden box', fr_FR: 'Caisse bois' } }),
};
const item = { id: 4, $revision: 1, $archivedAt: null, name: 'Clos' };
const mine = { ...item, images: [7, 8], tags: ['oak'], recommended: [12, 13], variants: [{ id: 1, variations: [3] }] };
const current = {
  ...item,
  images: [8],
  tags: [],
  recommended: [12],
  variants: [{ id: 1, variations: [], year: 2024 }],
};

it('StaleItemDialog names the pictures, tags, products and packagings in which the versions differ', async () => {
  stubApi(names);
  renderInAdmin(<StaleItemDialog resource="product" mine={mine} current={current} onClose={vi.fn()} />);
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByText('Bottle in the cellar, Vines in winter');
  const read = () =>
    within(dialog)
      .getAllByRole('definition')
      .map(({ textContent }) => textContent);
  await vi.waitFor(() =>
    expect(read().sort()).toEqual(
      [
        'Bottle in the cellar, Vines in winter',
        'Vines in winter',
        'Aged in oak',
        '–',
        'The old oaks, no. 13 (deleted)',
        'The old oaks',
        'Wooden box',
        '–',
        '–',
        '2024',
      ].sort(),
    ),
  );
});

it('StaleItemDialog shows references by number while their names cannot be read', async () => {
  stubApi({ 'GET /admin/image/7': { status: 503, message: '' } });
  renderInAdmin(
    <StaleItemDialog
      resource="news"
      mine={{ ...item, image: 7 }}
      current={{ ...item, image: null }}
      onClose={vi.fn()}
    />,
  );
  expect(await screen.findByText('no. 7')).toBeDefined();
});

it('the audit log names the pages and forms that a change refers to', async () => {
  stubApi({
    'GET /admin/page?ids=3,5&nbItem=2': listed(
      { id: 3, title: { en: 'The estate', fr_FR: 'Le domaine' } },
      { id: 5, title: { en: 'Our cellar', fr_FR: 'Le chai' } },
    ),
  });
  const entry = { id: 1, at: '2026-11-20T08:00:00Z', email: null, userId: 1, action: 'UPDATE', key: 'en' } as const;
  const [before, after] = [{ entries: [{ id: 1, page: 3 }] }, { entries: [{ id: 1, page: 5 }] }];
  renderInAdmin(<AuditDifferences record={{ ...entry, resource: 'page-tree', before, after }} />);
  expect(await screen.findByText(/The estate.*Our cellar/)).toBeDefined();
});
