import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import type { RaRecord } from 'react-admin';
import { expect, it } from 'vitest';
import { useItemDescriber } from '#client/admin/resources/describe-item.ts';
import { renderInAdmin } from '#tests/components/admin/render-in-admin.tsx';

const Description = ({ record }: { record: RaRecord }): ReactNode => useItemDescriber()(record);

it.each([
  ['a logo by the label of its type', { id: 1, type: 'LOGO' }, 'Logo'],
  ['a product by its name, whatever its type', { id: 2, type: 'WINE', name: { en: 'The Ridge' } }, 'The Ridge'],
  ['an item without any of these by its key', { id: 3 }, '3'],
])('describes %s', (_, record, text) => {
  renderInAdmin(
    <div>
      <Description record={record} />
    </div>,
  );
  expect(screen.getByText(text)).toBeDefined();
});
