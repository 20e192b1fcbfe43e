import { resolveBrandColours } from '#shared/site/brand-colours.ts';
import { findContrastWarnings } from '#shared/site/find-contrast-warnings.ts';
import { parseCssColour } from '#shared/site/parse-css-colour.ts';
import type { ContentIssue } from './content-issues.ts';
import type { ParsedSiteFolder } from './read-site-folder.ts';

const file = 'content/theme.json';

/**
 * Finds pairs of colours with too little contrast, and colours of the theme that a parameter replaces by another one.
 */
export function findColourWarnings({ content: { files } }: ParsedSiteFolder): ContentIssue[] {
  const { 'theme.json': theme, 'parameters.json': parameters } = files;
  const replaced = (
    [
      ['primary', 'PRIMARY_COLOR'],
      ['accent', 'ACCENT_COLOR'],
    ] as const
  ).flatMap(([path, key]) => {
    const colour = parameters[key];
    if (typeof colour !== 'string' || colour === '' || parseCssColour(colour) === parseCssColour(theme[path]))
      return [];
    return [{ file, path, reason: `has no effect: ${key} in parameters.json is "${colour}" and takes precedence` }];
  });
  return [...replaced, ...warnOfContrast(files)];
}

function warnOfContrast({ 'theme.json': theme, 'parameters.json': parameters }: ParsedSiteFolder['content']['files']) {
  const { PRIMARY_COLOR, ACCENT_COLOR } = parameters;
  const brand = resolveBrandColours(theme, {
    ...(typeof PRIMARY_COLOR === 'string' && { PRIMARY_COLOR }),
    ...(typeof ACCENT_COLOR === 'string' && { ACCENT_COLOR }),
  });
  return findContrastWarnings({ ...theme, ...brand }).map(({ colour, background, ratio, minRatio }) => ({
    file,
    path: colour,
    reason: `has a contrast of ${ratio.toFixed(1)} to "${background}"; at least ${minRatio} is needed, so the pages show another tone`,
  }));
}
