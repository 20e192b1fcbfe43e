import { breakpointsPx, mobileBreakpointPx } from '../../shared/limits.ts';

/** The window widths in pixels from which the style sheets change layouts, by the name of their custom media query. */
const minWidthsPx: Readonly<Record<string, number>> = { ...breakpointsPx, desktop: mobileBreakpointPx };

/**
 * Replaces custom media queries, such as `(--desktop)`, with the breakpoints in `shared/limits.ts`, because no browser
 * supports `@custom-media`.
 * @throws Error for an unknown name
 */
export const replaceCustomMediaInMediaQuery = (mediaQuery: string): string =>
  mediaQuery.replace(/\(--([\w-]+)\)/g, (_, name: string) => {
    const width = minWidthsPx[name];
    if (width === undefined) throw new Error(`--${name} is no breakpoint of shared/limits.ts`);
    return `(min-width: ${width}px)`;
  });

/** PostCSS plugin. It runs after Vite has inlined the imports of style sheets. */
export const breakpointMediaQueryPostcssPlugin = {
  postcssPlugin: 'custom-media',
  AtRule: {
    media(rule: { params: string }) {
      const resolved = replaceCustomMediaInMediaQuery(rule.params);
      // PostCSS visits a rule again after each assignment, so assigning an unchanged value would never end.
      if (resolved !== rule.params) rule.params = resolved;
    },
  },
};
