/**
 * Marks lazily loaded pictures once they are complete, so that the styles fade them in.
 * @returns a function that removes the listener.
 */
export function fadeInPictures(): () => void {
  const onLoad = ({ target }: Event) => {
    if (target instanceof HTMLImageElement && target.loading === 'lazy') target.dataset.arrived = '';
  };
  // The load event does not bubble, hence the capturing listener.
  document.addEventListener('load', onLoad, true);
  return () => document.removeEventListener('load', onLoad, true);
}
