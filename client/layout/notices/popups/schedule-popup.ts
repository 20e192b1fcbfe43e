/** Distance in CSS pixels from the top of the page after which the visitor counts as reading. */
const minScrollDistancePx = 200;

/** Interval in milliseconds at which a popup tries again to appear while the page is busy. */
const retryIntervalMs = 1_000;

/** Returns true while a dialog, a menu or the consent banner is open, or the visitor is typing. */
const isPageBusy = (): boolean =>
  document.querySelector(':modal, :popover-open') !== null ||
  document.documentElement.matches('.show--consent, .show--preferences') ||
  document.activeElement?.matches('input, select, textarea, [contenteditable]') === true;

/**
 * Calls `show` once the visitor has begun to read, which is after the delay or a scroll, and the page is not busy.
 * @returns a function that cancels the call
 */
export function schedulePopup(delaySeconds: number | undefined, show: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const showWhenIdle = () => {
    if (isPageBusy()) timer = setTimeout(showWhenIdle, retryIntervalMs);
    else show();
  };
  const onScroll = () => {
    if (window.scrollY < minScrollDistancePx) return;
    window.removeEventListener('scroll', onScroll);
    showWhenIdle();
  };
  if (delaySeconds === undefined) {
    window.addEventListener('scroll', onScroll, { passive: true });
    // The visitor may have scrolled before this code was loaded.
    onScroll();
  } else timer = setTimeout(showWhenIdle, delaySeconds * 1_000);
  return () => {
    clearTimeout(timer);
    window.removeEventListener('scroll', onScroll);
  };
}
