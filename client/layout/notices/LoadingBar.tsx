import { useEffect, useRef, useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { useNavigation } from '#client/core/navigation.ts';
import { loadingBarTimingsMs } from '#shared/limits.ts';
import css from './LoadingBar.module.css';

type Stage = 'hidden' | 'creeping' | 'done' | 'failed';

/** Shows that a page is loading, but only after `loadingBarTimingsMs.startDelay`, so that fast loads show nothing. */
export function LoadingBar({ hasFailed }: { hasFailed: boolean }) {
  const { state } = useNavigation();
  const { t } = useTexts();
  const [stage, setStage] = useState<Stage>('hidden');
  const isLoading = state !== 'idle';
  const wait = useRef<'none' | 'hidden' | 'shown'>('none');

  useEffect(() => {
    if (isLoading) {
      wait.current = 'hidden';
      const timer = setTimeout(() => {
        wait.current = 'shown';
        setStage('creeping');
      }, loadingBarTimingsMs.startDelay);
      return () => clearTimeout(timer);
    }
    const previous = wait.current;
    wait.current = 'none';
    // If the load ended before the bar appeared, its end is not shown either, unless the load failed.
    if (previous === 'none' || (previous === 'hidden' && !hasFailed)) return;
    setStage(hasFailed ? 'failed' : 'done');
    const timer = setTimeout(() => setStage('hidden'), loadingBarTimingsMs.hideDelay);
    return () => clearTimeout(timer);
  }, [isLoading, hasFailed]);

  if (stage === 'hidden') return null;
  return <div className={css.bar} data-stage={stage} role="progressbar" aria-label={t('site.loading')} />;
}
