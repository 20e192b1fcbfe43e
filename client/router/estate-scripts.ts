/**
 * Runs the script of a menu entry on a click. The site serves it under its SHA-256.
 * @returns a function that stops it.
 */
export function runEstateScripts(): () => void {
  const run = (event: MouseEvent) => {
    const entry = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-script]') : null;
    const hash = entry?.dataset.script;
    if (!hash || !/^[0-9a-f]{64}$/.test(hash)) return;
    const script = document.createElement('script');
    script.src = `/scripts/${hash}.js`;
    script.addEventListener('load', () => script.remove());
    document.body.append(script);
  };
  document.addEventListener('click', run);
  return () => document.removeEventListener('click', run);
}
