import { resolveBrandColours } from '#shared/site/brand-colours.ts';
import { isColour } from '#shared/site/colours.ts';
import { findContrastWarnings } from '#shared/site/find-contrast-warnings.ts';
import type { ContentIssue } from './content-issues.ts';
import type { ParsedSiteFolder } from './read-site-folder.ts';

const file = 'content/theme.json';

/** Finds texts of a theme that are no colours, and pairs of colours with too little contrast. */
export function warnOfColours({ content: { files } }: ParsedSiteFolder): ContentIssue[] {
  const { primary, accent, backgrounds, ink, menu } = files['theme.json'];
  const colours: [path: string, value: string][] = [
    ['primary', primary],
    ['accent', accent],
    ['ink', ink],
    ...Object.entries(backgrounds).map(([key, value]): [string, string] => [`backgrounds.${key}`, value]),
    ...Object.entries(menu).map(([key, value]): [string, string] => [`menu.${key}`, value]),
  ];
  const invalid = colours
    .filter(([, value]) => value !== '' && !isColour(value))
    .map(([path, value]) => ({
      file,
      path,
      reason: `"${value}" is no colour such as "#5b2a3c"; the default is shown`,
    }));
  return [...invalid, ...warnOfContrast(files)];
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
