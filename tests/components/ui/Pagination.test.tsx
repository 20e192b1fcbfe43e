import { render, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { Pagination } from '#client/ui/Pagination.tsx';
import '#tests/components/render-in-app.tsx';

const labels = { list: 'Pages', previous: 'Newer', next: 'Older', page: (page: number) => `Page ${page}` };
const renderPage = (page: number, pages: number) =>
  render(<Pagination page={page} pages={pages} hrefOf={(number) => `/news?page=${number}`} labels={labels} />);

describe('Pagination', () => {
  test.each([0, 1])('renders nothing for %s pages', (pages) => {
    expect(renderPage(1, pages).container.innerHTML).toBe('');
  });

  test.each([
    { page: 1, previous: null, next: '/news?page=2' },
    { page: 2, previous: '/news?page=1', next: '/news?page=3' },
    { page: 3, previous: '/news?page=2', next: null },
  ])('links page $page of 3 to its neighbours', ({ page, previous, next }) => {
    renderPage(page, 3);
    const hrefOf = (name: string) => screen.queryByRole('link', { name })?.getAttribute('href') ?? null;
    expect([hrefOf('Newer'), hrefOf('Older')]).toEqual([previous, next]);
  });

  test('leaves out the pages between the first, the last and the neighbours of a long list', () => {
    renderPage(5, 9);
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '1',
      '…',
      '4',
      '5',
      '6',
      '…',
      '9',
    ]);
  });

  test('marks the current page', () => {
    renderPage(2, 3);
    const links = screen.getAllByRole('link', { name: /^Page/ });
    expect(links.map((link) => link.getAttribute('aria-current'))).toEqual([null, 'page', null]);
  });
});
