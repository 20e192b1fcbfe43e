import { readStyleNonce } from '../../core/read-style-nonce.ts';

let isInstalled = false;

/**
 * Sets the nonce of the Content-Security-Policy on each style element that scripts create with `createElement` from now
 * on. The libraries of the page editor insert styles and have no option for a nonce.
 */
export function allowInsertedStyles(target: Document): void {
  const nonce = readStyleNonce(target);
  if (isInstalled || !nonce) return;
  isInstalled = true;
  const createElement = target.createElement.bind(target);
  target.createElement = ((name: string, options?: ElementCreationOptions) => {
    const element = createElement(name, options);
    if (element instanceof HTMLStyleElement) element.nonce = nonce;
    return element;
  }) as Document['createElement'];
}
