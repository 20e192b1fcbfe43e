import { useEffect, useRef, useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { useNavigation } from '#client/core/navigation.ts';
import { loadingBarMs } from '#shared/limits.ts';
import css from './LoadingBar.module.css';

type Stage = 'hidden' | 'creeping' | 'done' | 'failed';

/**
 * Says that a page is on its way: after 200 ms, creeping for five seconds, done or failed in the end. Before the wait is
 * felt nothing shows.
 */
export function LoadingBar({ failed }: { failed: boolean }) {
  const { state } = useNavigation();
  const { t } = useTexts();
  const [stage, setStage] = useState<Stage>('hidden');
  const loading = state !== 'idle';
  const waited = useRef<'no' | 'unseen' | 'seen'>('no');

  useEffect(() => {
    if (loading) {
      waited.current = 'unseen';
      const timer = setTimeout(() => {
        waited.current = 'seen';
        setStage('creeping');
      }, loadingBarMs.startDelay);
      return () => clearTimeout(timer);
    }
    const before = waited.current;
    waited.current = 'no';
    // A wait that nobody saw needs no end, unless it ended badly.
    if (before === 'no' || (before === 'unseen' && !failed)) return;
    setStage(failed ? 'failed' : 'done');
    const timer = setTimeout(() => setStage('hidden'), loadingBarMs.hideDelay);
    return () => clearTimeout(timer);
  }, [loading, failed]);

  if (stage === 'hidden') return null;
  return <div className={css.bar} data-stage={stage} role="progressbar" aria-label={t('site.loading')} />;
}
