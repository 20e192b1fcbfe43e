import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { breakpointsPx, mobileBreakpointPx } from '#shared/limits.ts';
import { replaceCustomMediaInMediaQuery } from '../../tools/build/custom-media.ts';

const root = join(import.meta.dirname, '../..');
const styleSheets = globSync('client/**/*.css', { cwd: root });
const mediaQueries = (css: string): string[] => css.match(/@(media|container|custom-media)[^{;]*/g) ?? [];

test('style sheets name the breakpoints of shared/limits.ts instead of widths', () => {
  const widths = styleSheets.flatMap((file) =>
    mediaQueries(readFileSync(join(root, file), 'utf8'))
      .filter((query) => /width|[\d.]+(px|r?em)/.test(query))
      .map((query) => `${file}: ${query.trim()}`),
  );
  expect(styleSheets.length).toBeGreaterThan(40);
  expect(widths, 'use a custom media query such as (--sm) or (--desktop)').toEqual([]);
});

test('every custom media query of the style sheets is a breakpoint', () => {
  for (const file of styleSheets)
    for (const query of mediaQueries(readFileSync(join(root, file), 'utf8')))
      expect(replaceCustomMediaInMediaQuery(query), file).not.toContain('--');
});

test('a custom media query becomes the minimum width of its breakpoint', () => {
  expect(replaceCustomMediaInMediaQuery('(--sm)')).toBe(`(min-width: ${breakpointsPx.sm}px)`);
  expect(replaceCustomMediaInMediaQuery('not (--desktop)')).toBe(`not (min-width: ${mobileBreakpointPx}px)`);
  expect(() => replaceCustomMediaInMediaQuery('(--unknown)')).toThrow('--unknown');
});

test('every breakpoint is used by a style sheet', () => {
  const css = styleSheets.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
  expect(Object.keys(breakpointsPx).filter((name) => !css.includes(`(--${name})`))).toEqual([]);
});
