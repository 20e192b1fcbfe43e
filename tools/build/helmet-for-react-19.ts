import type { Plugin } from 'vite';

/** Source text of react-helmet-async 3.0.0 and its replacement, by reason. */
const replacements: readonly [from: string, to: string][] = [
  // The library chooses between its implementations by React's version, which the bundler cannot evaluate.
  ['(isReact19)', '(true)'],
  // `helmetData` is a prop of the older implementation.
  ['(helmetData && !(helmetData instanceof HelmetData))', '(false)'],
  // Only the older implementation uses this package, and the bundler keeps a CommonJS import even if nothing refers to
  // it.
  ['import shallowEqual from "shallowequal";', ''],
];

/** Removes the half of react-helmet-async that serves React 16 to 18 (3.4 kB compressed). */
export const helmetForReact19Plugin: Plugin = {
  name: 'helmet-for-react-19',
  transform(code, id) {
    if (!id.includes('/node_modules/react-helmet-async/')) return undefined;
    const missing = replacements.find(([from]) => !code.includes(from));
    if (missing) throw new Error(`react-helmet-async has changed: ${missing[0]} is not in ${id}`);
    return { code: replacements.reduce((result, [from, to]) => result.replaceAll(from, to), code), map: null };
  },
};
