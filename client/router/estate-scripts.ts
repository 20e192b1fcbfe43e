/** Entries of the menu that run a script: served by the site itself under its hash. Answers how to undo it. */
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
