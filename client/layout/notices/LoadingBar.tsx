import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { getCallActivity, subscribeToCallActivity } from '#client/core/call-activity.ts';
import { useNavigationState } from '#client/core/navigation.ts';
import { loadingBarTimingsMs } from '#shared/limits.ts';
import css from './LoadingBar.module.css';

type Stage = 'hidden' | 'creeping' | 'done' | 'failed';

/**
 * Shows that a page or an API call is loading, background calls excepted, but only after
 * `loadingBarTimingsMs.startDelay`, so that fast loads show nothing. A failure is shown even of a fast load.
 * @param hasPageFailed `true` if the shown page is a failure page
 */
export function LoadingBar({ hasPageFailed }: { hasPageFailed: boolean }) {
  const { state } = useNavigationState();
  const { pending, failures } = useSyncExternalStore(subscribeToCallActivity, getCallActivity, getCallActivity);
  const { t } = useTexts();
  const [stage, setStage] = useState<Stage>('hidden');
  const isLoading = state !== 'idle' || pending > 0;
  const isNavigation = useRef(false);
  const shownFailures = useRef(failures);
  if (state !== 'idle') isNavigation.current = true;
  const wait = useRef<'none' | 'hidden' | 'shown'>('none');

  useEffect(() => {
    if (isLoading) {
      if (wait.current === 'none') wait.current = 'hidden';
      const timer = setTimeout(() => {
        wait.current = 'shown';
        setStage('creeping');
      }, loadingBarTimingsMs.startDelay);
      return () => clearTimeout(timer);
    }
    const previous = wait.current;
    const hasFailed = (isNavigation.current && hasPageFailed) || failures > shownFailures.current;
    wait.current = 'none';
    isNavigation.current = false;
    shownFailures.current = failures;
    // If the load ended before the bar appeared, its end is not shown either, unless the load failed.
    if (previous === 'none' || (previous === 'hidden' && !hasFailed)) return;
    setStage(hasFailed ? 'failed' : 'done');
  }, [isLoading, hasPageFailed, failures]);

  // A separate effect hides the bar, so that a short load that begins in the meantime does not cancel the timer.
  useEffect(() => {
    if (stage !== 'done' && stage !== 'failed') return;
    const timer = setTimeout(() => setStage('hidden'), loadingBarTimingsMs.hideDelay);
    return () => clearTimeout(timer);
  }, [stage]);

  if (stage === 'hidden') return null;
  // `aria-live` exempts the bar from the rule that all content is part of a landmark.
  return (
    <div className={css.bar} data-stage={stage} role="progressbar" aria-label={t('site.loading')} aria-live="polite" />
  );
}
