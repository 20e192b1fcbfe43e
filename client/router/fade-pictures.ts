/** Pictures that come while somebody is reading fade in over their own colour. Answers how to undo it. */
export function fadePictures(): () => void {
  const arrive = ({ target }: Event) => {
    if (target instanceof HTMLImageElement && target.loading === 'lazy') target.dataset.arrived = '';
  };
  // The event of a picture does not bubble, but it passes here on its way down.
  document.addEventListener('load', arrive, true);
  return () => document.removeEventListener('load', arrive, true);
}
