import { useEffect, useRef, useState } from 'react';
import { useNavigate } from '#client/core/navigation.ts';
import { type ListState, listSearch } from '../list-state.ts';

/** How long after the last letter a typed name is looked for, in milliseconds. */
const typingPauseMs = 350;

/**
 * The choices as the reader makes them. Each goes into the page's address at once, replacing it; what is typed, after a
 * pause. When the address changes by other means (a link, the back button), the choices follow it.
 */
export function useListDraft(path: string, state: ListState) {
  const navigate = useNavigate();
  const address = listSearch(state);
  const [draft, setDraft] = useState(state);
  const [seen, setSeen] = useState(address);
  const [asked, setAsked] = useState(address);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(pause.current), []);

  if (address !== seen) {
    setSeen(address);
    if (address !== asked) {
      setAsked(address);
      setDraft(state);
    }
  }

  const show = (next: ListState) => {
    clearTimeout(pause.current);
    const search = listSearch(next);
    setAsked(search);
    navigate(path + search, { replace: true, preventScrollReset: true });
  };

  return {
    draft,
    choose(chosen: Partial<ListState>) {
      const next = { ...draft, ...chosen, page: 1 };
      setDraft(next);
      show(next);
    },
    type(name: string) {
      const next = { ...draft, name, page: 1 };
      setDraft(next);
      clearTimeout(pause.current);
      pause.current = setTimeout(() => show({ ...next, name: name.trim() }), typingPauseMs);
    },
    /** What is typed need not wait. */
    submit: () => show({ ...draft, name: draft.name.trim() }),
  };
}
