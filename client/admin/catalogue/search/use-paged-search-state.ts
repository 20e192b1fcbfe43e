import { useDeferredValue, useState } from 'react';

export interface PagedSearchState {
  search: string;
  setSearch: (search: string) => void;
  /** The index of the page, which starts at 0. */
  page: number;
  setPage: (page: number) => void;
  pageSize: number;
  /** The query for the API, whose pages start at 1. Its search text lags behind while the user is typing. */
  query: { search: string; page: number; nbItem: number };
}

const itemsPerPage = 50;

/** Provides the search text and the page of a catalogue screen as state. A new search text selects the first page. */
export function usePagedSearchState(): PagedSearchState {
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
