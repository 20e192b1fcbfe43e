import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Breadcrumb } from '#client/ui/Breadcrumb.tsx';

const props = { label: 'You are here', homeLabel: 'Home' };
const titles = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

test('Breadcrumb replaces a folder and a page with the same title after navigation', () => {
  const report = vi.spyOn(console, 'error').mockImplementation(() => {});
  const folder = { title: 'Estate', path: '/estate' };
  const { rerender } = render(<Breadcrumb {...props} crumbs={[folder, { title: 'Estate' }]} />);
  expect(titles()).toEqual(['Home', 'Estate', 'Estate']);
  rerender(<Breadcrumb {...props} crumbs={[{ title: 'News', path: '/news' }, { title: 'Harvest' }]} />);
  expect(titles()).toEqual(['Home', 'News', 'Harvest']);
  expect(report).not.toHaveBeenCalled();
  report.mockRestore();
});
