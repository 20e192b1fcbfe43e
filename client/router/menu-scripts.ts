/**
 * Runs the script of a menu entry when a visitor clicks the entry. The site serves each script under the SHA-256 of its
 * code.
 * @returns a function that removes the listener
 */
export function loadMenuEntryScriptOnClick(): () => void {
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
