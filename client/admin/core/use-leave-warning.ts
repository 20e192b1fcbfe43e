import { type RefObject, useCallback, useEffect } from 'react';
import { useTranslate } from 'react-admin';
import { useBlocker } from 'react-router-dom';

/**
 * Asks before the user leaves a form, by a link of the panel or by closing the page.
 * @param isUnsaved True while the form has content that would be lost.
 */
export function useLeaveWarning(isUnsaved: RefObject<boolean>): void {
  const translate = useTranslate();
  const blocker = useBlocker(useCallback(() => isUnsaved.current, [isUnsaved]));
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    if (window.confirm(translate('ra.message.unsaved_changes'))) blocker.proceed();
    else blocker.reset();
  }, [blocker, translate]);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (isUnsaved.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isUnsaved]);
}
