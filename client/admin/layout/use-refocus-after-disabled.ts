import { useEffect } from 'react';

const dialogSelector = '[role="dialog"]';

const isInDialog = (element: Element): boolean => element.closest(dialogSelector) !== null;

const isDisabled = (element: Element): boolean => element.matches(':disabled');

/**
 * Gives the focus back to the element that had it before it was disabled. A button that is disabled while its call runs
 * loses the focus, so that the keyboard and screen readers would begin at the top of the document again. If a dialog
 * opens in the meantime, the element gets the focus when the dialog has been closed.
 */
export function useRefocusAfterDisabled(): void {
  useEffect(() => {
    let last: HTMLElement | null = null;
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && !isInDialog(target)) last = target;
    };
    // If an element loses the focus while it is enabled, the user or the screen has moved the focus deliberately.
    const forget = ({ target }: FocusEvent) => {
      if (target === last && last && !isDisabled(last)) last = null;
    };
    const recover = () => {
      const isLost = document.activeElement === null || document.activeElement === document.body;
      if (!isLost || !last?.isConnected || isDisabled(last) || document.querySelector(dialogSelector)) return;
      last.focus({ preventScroll: true });
    };
    // Changes of the body and of the attribute `disabled` are observed, because they show that MUI has removed a dialog
    // or enabled a button.
    const observer = new MutationObserver(recover);
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    document.addEventListener('focusin', remember);
    document.addEventListener('focusout', forget);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', remember);
      document.removeEventListener('focusout', forget);
    };
  }, []);
}
