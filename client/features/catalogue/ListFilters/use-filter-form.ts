import { useEffect, useRef, useState } from 'react';
import { useNavigate } from '#client/core/navigation.ts';
import { formatProductListQuery, type ProductListState } from '../product-list-state.ts';

const typingDebounceMs = 350;

/**
 * Manages the state of the filter form. A choice changes the URL at once, and typed text changes the URL after a pause.
 * When the URL changes for another reason (a link, the back button), the form is reset to the URL.
 */
export function useFilterForm(path: string, state: ProductListState) {
  const navigate = useNavigate();
  const address = formatProductListQuery(state);
  const [draft, setDraft] = useState(state);
  const [currentAddress, setCurrentAddress] = useState(address);
  const [requestedAddress, setRequestedAddress] = useState(address);
  const debounceTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(debounceTimer.current), []);

  if (address !== currentAddress) {
    setCurrentAddress(address);
    if (address !== requestedAddress) {
      setRequestedAddress(address);
      setDraft(state);
    }
  }

  const show = (next: ProductListState) => {
    clearTimeout(debounceTimer.current);
    const search = formatProductListQuery(next);
    setRequestedAddress(search);
    navigate(path + search, { replace: true, preventScrollReset: true });
  };

  return {
    draft,
    choose(chosen: Partial<ProductListState>) {
      const next = { ...draft, ...chosen, page: 1 };
      setDraft(next);
      show(next);
    },
    type(name: string) {
      const next = { ...draft, name, page: 1 };
      setDraft(next);
      clearTimeout(debounceTimer.current);
      debounceTimer.current = setTimeout(() => show({ ...next, name: name.trim() }), typingDebounceMs);
    },
    /** Applies typed text at once, without waiting for a pause. */
    submit: () => show({ ...draft, name: draft.name.trim() }),
  };
}
