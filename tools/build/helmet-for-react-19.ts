import type { Plugin } from 'vite';

/** Replacements in the source text of react-helmet-async 3.0.0. The comment above each entry gives its reason. */
const replacements: readonly [from: string, to: string][] = [
  // The library chooses its implementation by React's version, which the bundler cannot evaluate, so the choice is
  // replaced by its result.
  ['(isReact19)', '(true)'],
  // The prop `helmetData` belongs to the implementation for older versions of React.
  ['(helmetData && !(helmetData instanceof HelmetData))', '(false)'],
  // Only the implementation for older versions of React uses shallowequal. The import is removed, because the bundler
  // keeps a CommonJS import even if nothing refers to it.
  ['import shallowEqual from "shallowequal";', ''],
  // The deep comparison of props is removed: it saves rendering about ten elements again after a navigation, which does
  // not justify loading its code.
  ['import fastCompare from "react-fast-compare";', ''],
  ['!fastCompare(without(this.props, "helmetData"), without(nextProps, "helmetData"))', 'true'],
  // The check for children that are not allowed in a head is removed, because the rendering on the server includes the
  // same check.
  ['import invariant from "invariant";', ''],
  ['warnOnInvalidChildren(child, nestedChildren) {', 'warnOnInvalidChildren() {\n    return true;'],
];

/**
 * Vite plugin that removes the parts of react-helmet-async that browsers do not need: its implementation for React 16
 * to 18 (3.4 kB compressed), its comparison of props, and its checks for programming errors (1 kB).
 */
export const helmetForReact19Plugin: Plugin = {
  name: 'helmet-for-react-19',
  transform(code, id) {
    if (!id.includes('/node_modules/react-helmet-async/')) return undefined;
    const missing = replacements.find(([from]) => !code.includes(from));
    if (missing) throw new Error(`react-helmet-async has changed: ${missing[0]} is not in ${id}`);
    return { code: replacements.reduce((result, [from, to]) => result.replaceAll(from, to), code), map: null };
  },
};
