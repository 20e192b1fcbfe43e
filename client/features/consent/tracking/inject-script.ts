/** Loads a script of a third party. If the script cannot be loaded, its service does not run. */
export function injectScript(src: string): void {
  const script = document.createElement('script');
  script.async = true;
  script.src = src;
  document.head.append(script);
}
