import { resolveBrandColours } from '#shared/site/brand-colours.ts';
import { isColour } from '#shared/site/colours.ts';
import { findContrastWarnings } from '#shared/site/find-contrast-warnings.ts';
import { colourParameterKeys } from '#shared/site/parameter-kinds.ts';
import { flattenThemeColours } from '#shared/site/theme-colours.ts';
import type { ContentIssue } from './content-issues.ts';
import type { ParsedSiteFolder } from './read-site-folder.ts';

const file = 'content/theme.json';

/** Finds texts of the theme and of parameters that are not colours, and pairs of colours with too little contrast. */
export function findColourWarnings({ content: { files } }: ParsedSiteFolder): ContentIssue[] {
  const parameters = colourParameterKeys.flatMap((key): [string, string][] => {
    const value = files['parameters.json'][key];
    return value === undefined ? [] : [[key, typeof value === 'string' ? value : JSON.stringify(value)]];
  });
  return [
    ...findInvalidColours(file, Object.entries(flattenThemeColours(files['theme.json']))),
    ...findInvalidColours('content/parameters.json', parameters),
    ...warnOfContrast(files),
  ];
}

const findInvalidColours = (inFile: string, values: readonly (readonly [string, string])[]): ContentIssue[] =>
  values
    .filter(([, value]) => value !== '' && !isColour(value))
    .map(([path, value]) => ({
      file: inFile,
      path,
      reason: `"${value}" is no colour such as "#5b2a3c"; the default is shown`,
    }));

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
