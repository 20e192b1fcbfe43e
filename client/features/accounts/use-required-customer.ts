import { useEffect, useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { CallFailure } from '#client/core/call.ts';
import { useNavigate } from '#client/core/navigation.ts';
import { loadMe } from './session.ts';
import { useSession, useSessionStore } from './session-context.tsx';
import type { CustomerProfile } from './session-store.ts';

export type CustomerState =
  /** Nobody knows yet. */
  | { state: 'asking' }
  | { state: 'failed'; message: string; again: () => void }
  /** On the way to the log-in. */
  | { state: 'leaving' }
  | { state: 'known'; me: CustomerProfile };

/** For pages of customers: who it is, or away to the log-in, which leads back here. */
export function useRequiredCustomer(): CustomerState {
  const session = useSessionStore();
  const me = useSession((state) => state.me);
  const navigate = useNavigate();
  const { t } = useTexts();
  const [state, setState] = useState<'asking' | 'leaving' | 'known'>('asking');
  const [failure, setFailure] = useState('');
  const [round, setRound] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` asks once more; navigation changes with every page
  useEffect(() => {
    setFailure('');
    loadMe(session).then(
      (known) => {
        setState(known ? 'known' : 'leaving');
        const here = window.location.pathname + window.location.search;
        if (!known) navigate(`/auth?return=${encodeURIComponent(here)}`, { replace: true });
      },
      (error: unknown) => {
        if (!(error instanceof CallFailure)) throw error;
        setFailure(error.message || t('site.error.503.text'));
      },
    );
  }, [session, round]);

  if (failure) return { state: 'failed', message: failure, again: () => setRound((count) => count + 1) };
  if (me.id !== '' && state === 'known') return { state: 'known', me };
  return { state: state === 'known' ? 'leaving' : state };
}
