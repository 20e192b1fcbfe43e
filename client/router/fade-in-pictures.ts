/**
 * Marks each lazily loaded picture once it has loaded, so that style sheets fade the picture in.
 * @returns a function that removes the listener
 */
export function fadeInPictures(): () => void {
  const onLoad = ({ target }: Event) => {
    if (target instanceof HTMLImageElement && target.loading === 'lazy') target.dataset.arrived = '';
  };
  // The listener captures events, because `load` events do not bubble.
  document.addEventListener('load', onLoad, true);
  return () => document.removeEventListener('load', onLoad, true);
}
