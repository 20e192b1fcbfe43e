import { useDeferredValue, useState } from 'react';

/** Search text and page of a catalogue screen. */
export interface PagedSearch {
  search: string;
  setSearch: (search: string) => void;
  /** The page, from 0 on. */
  page: number;
  setPage: (page: number) => void;
  /** Maximum number of items of a page. */
  pageSize: number;
  /** The query for the API. */
  query: { search: string; page: number; nbItem: number };
}

const itemsPerPage = 50;

/** Manages search text and page of a catalogue screen. A change of the search text returns to the first page. */
export function usePagedSearch(): PagedSearch {
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(0);
  const query = { search: useDeferredValue(search), page: page + 1, nbItem: itemsPerPage };
  return {
    search,
    setSearch: (next) => {
      setSearch(next);
      setPage(0);
    },
    page,
    setPage,
    pageSize: itemsPerPage,
    query,
  };
}
