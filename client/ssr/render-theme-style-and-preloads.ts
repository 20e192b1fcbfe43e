import { createHash } from 'node:crypto';
import { defaultDetailPageMarginTopPx, defaultMenuIconSizePx } from '#shared/limits.ts';
import { ensureContrast, isColour } from '#shared/site/colours.ts';
import { inferFontStyle, inferFontWeight, inferFontWeightDescriptor } from '#shared/site/font-weight.ts';
import type { Parameters } from '#shared/site/parameter-kinds.ts';
import type { SiteInfo, Theme } from '#shared/site/site-contract.ts';
import { createColourRoles } from './create-colour-roles.ts';

export interface RenderedTheme {
  /** Content of the inline `<style>` element. */
  style: string;
  /** SHA-256 of `style` in base64, with which the content security policy allows it. */
  styleHash: string;
  /** URLs of the font files to preload. */
  preloadedFonts: readonly string[];
  /** Colour of the browser's user interface, for `<meta name="theme-color">`. */
  barColour: string;
}

/**
 * The font families after the estate's font. `fallbackFaces` adjusts the metrics of the first one, so that the layout
 * shifts little when the estate's font has loaded.
 */
const fallbacks: Record<SiteInfo['fonts'][number]['type'], string> = {
  TITLE: "'Title fallback', Georgia, serif",
  MENU: "'Title fallback', Georgia, serif",
  CONTENT: "'Content fallback', system-ui, sans-serif",
};

const safeName = (name: string) => name.replace(/[^\p{L}\p{N} _-]/gu, '');
const safeSize = (size: string, fallback: string) =>
  /^(?:\d+(?:\.\d+)?|\.\d+)(em|rem|px|%)$/.test(size) ? size : fallback;

/**
 * Converts the size of the CONTENT font into the factor of the sizes `--step-…` in tokens.css, within the limits that
 * the layout supports.
 */
function toFontScale(size: string): number {
  const [, amount, unit] = /^(\d+(?:\.\d+)?|\.\d+)(em|rem|px|%)$/.exec(size) ?? [];
  if (!amount || !unit) return 1;
  const unitsPerEm = { em: 1, rem: 1, px: 16, '%': 100 }[unit] ?? 1;
  return Math.min(1.5, Math.max(0.85, Number(amount) / unitsPerEm));
}

function fontFaces(theme: Theme): string {
  return theme.fonts
    .flatMap(({ name, files }) =>
      files.map(
        (file) =>
          `@font-face{font-family:'${safeName(name)}';src:url(${JSON.stringify(file.url)}) format('woff2');` +
          `font-weight:${inferFontWeightDescriptor(file.name)};font-style:${inferFontStyle(file.name)};font-display:swap}`,
      ),
    )
    .join('');
}

const fallbackFaces =
  "@font-face{font-family:'Title fallback';src:local('Georgia'),local('DejaVu Serif');size-adjust:88%;ascent-override:100%;descent-override:34%;line-gap-override:0%}" +
  "@font-face{font-family:'Content fallback';src:local('Arial'),local('Liberation Sans'),local('DejaVu Sans');size-adjust:102%;ascent-override:99%;descent-override:25%;line-gap-override:0%}";

function fontRoles(fonts: SiteInfo['fonts'], paper: string): Record<string, string> {
  const sizes = { TITLE: '2em', MENU: '1.9em' };
  const content = fonts.find(({ type }) => type === 'CONTENT');
  const roles: Record<string, string> = { 'content-scale': String(toFontScale(content?.size ?? '1em')) };
  for (const type of ['TITLE', 'MENU', 'CONTENT'] as const) {
    const use = fonts.find((font) => font.type === type);
    const role = type.toLowerCase();
    roles[`font-${role}`] = use ? `'${safeName(use.family)}', ${fallbacks[type]}` : fallbacks[type];
    if (type !== 'CONTENT') roles[`${role}-size`] = safeSize(use?.size ?? '', sizes[type]);
    roles[`${role}-weight`] = String(use?.weight ?? 400);
    roles[`${role}-style`] = use?.style ?? 'normal';
    if (use && type !== 'MENU' && isColour(use.colour)) roles[`${role}-ink`] = ensureContrast(paper, use.colour);
  }
  return roles;
}

/** Formats a parameter as a length in pixels, within the limits that the layout supports. */
const pixels = (value: number | undefined, fallback: number, min: number, max: number) =>
  `${Math.min(max, Math.max(min, value ?? fallback))}px`;

function sizes(parameters: Parameters): Record<string, string> {
  return {
    'menu-icon': pixels(parameters.MENU_ICON_SIZE, defaultMenuIconSizePx, 8, 32),
    'logo-height': pixels(parameters.LOGO_SIZE, 64, 32, 160),
    'logo-height-mobile': pixels(parameters.LOGO_SIZE_MOBILE, 44, 24, 72),
    'logo-height-footer': pixels(parameters.LOGO_FOOTER_SIZE, 120, 32, 240),
    'detail-margin-top': pixels(parameters.DETAIL_PAGE_MARGIN_TOP, defaultDetailPageMarginTopPx, 0, 200),
  };
}

/** Finds the upright file of a font family whose weight is nearest to the one in use. */
function mainFile(theme: Theme, use: SiteInfo['fonts'][number] | undefined): string | undefined {
  const files = theme.fonts.find(({ name }) => name === use?.family)?.files ?? [];
  const distance = (name: string) => Math.abs(inferFontWeight(name) - (use?.weight ?? 400));
  return files
    .filter(({ name }) => inferFontStyle(name) === 'normal')
    .sort((a, b) => distance(a.name) - distance(b.name))[0]?.url;
}

/** Renders the estate's colours, fonts and sizes as CSS custom properties. */
export function renderThemeStyleAndPreloads(theme: Theme, info: SiteInfo, parameters: Parameters): RenderedTheme {
  const colours = createColourRoles(theme, info.fonts, parameters);
  const roles = { ...colours, ...fontRoles(info.fonts, colours.paper ?? '#ffffff'), ...sizes(parameters) };
  const properties = Object.entries(roles).map(([role, value]) => `--${role}:${value}`);
  const preloaded = ['TITLE', 'MENU', 'CONTENT']
    .map((type) =>
      mainFile(
        theme,
        info.fonts.find((font) => font.type === type),
      ),
    )
    .filter((url) => url !== undefined);
  const style = `${fontFaces(theme)}${fallbackFaces}:root{color-scheme:only light;${properties.join(';')}}`;
  return {
    style,
    styleHash: createHash('sha256').update(style).digest('base64'),
    preloadedFonts: [...new Set(preloaded)],
    barColour: colours.menu ?? '#ffffff',
  };
}
