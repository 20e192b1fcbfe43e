import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Closures } from '#client/features/checkout/delivery/CollectionCalendar.tsx';
import { renderInApp } from '#tests/components/render-in-app.tsx';

test('Closures lists days and periods with their reasons and leaves out closures without one', () => {
  renderInApp(
    <Closures
      closures={[
        { from: '2026-12-25', to: '2027-01-03', reason: 'Winter closing' },
        { from: '2026-12-08', to: '2026-12-08', reason: 'Lyon' },
        { from: '2026-12-09', to: '2026-12-09', reason: '' },
      ]}
    />,
  );
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '25 December to 3 January: Winter closing',
    '8 December: Lyon',
  ]);
});
