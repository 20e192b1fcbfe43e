/** Distance in CSS pixels from the top of the page after which the visitor counts as reading. */
const minScrollDistancePx = 200;

/** Interval in milliseconds at which a popup tries again to appear while the page is busy. */
const retryIntervalMs = 1_000;

/** Returns true while a dialog, a menu, a toast or the consent banner is open, or a form field has the focus. */
export const isPageBusy = (): boolean =>
  document.querySelector(':modal, :popover-open') !== null ||
  document.documentElement.matches('.show--consent, .show--preferences') ||
  document.activeElement?.matches('input, select, textarea, [contenteditable]') === true;

/**
 * Waits until the visitor has begun to read and the page is not busy. Reading begins after `delaySeconds`, or with a
 * scroll if the delay is undefined. The promise stays pending if `signal` is aborted before then.
 */
export const waitUntilPopupMayAppear = (delaySeconds: number | undefined, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const resolveWhenIdle = () => {
      if (isPageBusy()) timer = setTimeout(resolveWhenIdle, retryIntervalMs);
      else resolve();
    };
    const onScroll = () => {
      if (window.scrollY < minScrollDistancePx) return;
      window.removeEventListener('scroll', onScroll);
      resolveWhenIdle();
    };
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      window.removeEventListener('scroll', onScroll);
    });
    if (delaySeconds === undefined) {
      window.addEventListener('scroll', onScroll, { passive: true });
      // The visitor may have scrolled before this code was loaded.
      onScroll();
    } else timer = setTimeout(resolveWhenIdle, delaySeconds * 1_000);
  });
