import { defaultDetailMarginTopPx, menuIconSizePx } from '#shared/limits.ts';
import {
  computeBrightness,
  computeContrastRatio,
  darkenColour,
  ensureContrast,
  isDarkColour,
  lightenColour,
  mixColours,
  selectTextColour,
} from '#shared/site/colours.ts';
import { inferFontStyle, inferFontWeight } from '#shared/site/font-weight.ts';
import type { Parameters } from '#shared/site/parameter-kinds.ts';
import type { SiteInfo, Theme } from '#shared/site/site-contract.ts';

export interface RenderedTheme {
  /** Content of the inline `<style>` element. */
  style: string;
  /** URLs of the font files to preload. */
  preloadedFonts: readonly string[];
  /** Colour of the browser's user interface, for `<meta name="theme-color">`. */
  barColour: string;
}

const hex = /^#([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i;
const colourOr = (colour: string | undefined, fallback: string) => (colour && hex.test(colour) ? colour : fallback);

/** Style sheets assume a light background, so a dark one is replaced by cream. */
const ensureLight = (paper: string) => (isDarkColour(paper) ? '#faf5e6' : paper);

/**
 * Derives the colours that components use from those of the theme. Text colours have sufficient contrast to their
 * background (WCAG).
 */
function colourRoles(theme: Theme, parameters: Parameters): Record<string, string> {
  const paper = ensureLight(colourOr(theme.backgrounds.paper, '#faf5e6'));
  const raised = ensureLight(colourOr(theme.backgrounds.raised, lightenColour(paper, 8)));
  const ink = ensureContrast(paper, colourOr(theme.ink, '#2b2a1c'), 7);
  const primary = colourOr(parameters.PRIMARY_COLOR, colourOr(theme.primary, '#3f5a2a'));
  const accent = colourOr(parameters.ACCENT_COLOR, colourOr(theme.accent, '#e0a526'));
  const footer = colourOr(theme.backgrounds.footer, darkenColour(primary, 40));
  const footerInk = mixColours(selectTextColour(footer), footer, 0.08);
  const menu = ensureLight(colourOr(theme.menu.background, paper));
  const topBar = colourOr(parameters.TOP_BAR_INFO_BACKGROUND, primary);
  return {
    paper,
    'paper-raised': raised,
    'paper-sunk': mixColours(paper, ink, 0.05),
    ink,
    'ink-soft': ensureContrast(paper, mixColours(ink, paper, 0.28)),
    line: mixColours(paper, ink, 0.16),
    // The borders of controls need a contrast of 3:1 (WCAG 1.4.11).
    'line-strong': ensureContrast(paper, mixColours(paper, ink, 0.45), 3),
    primary,
    'primary-hover': isDarkColour(primary) ? lightenColour(primary, 22) : darkenColour(primary, 22),
    'primary-ink': selectTextColour(primary),
    'primary-text': ensureContrast(paper, primary),
    accent,
    'accent-ink': selectTextColour(accent),
    'accent-text': ensureContrast(paper, accent),
    ring: ensureContrast(paper, accent, 3),
    danger: ensureContrast(paper, '#a3261f'),
    success: ensureContrast(paper, '#2f6b3a'),
    footer,
    'footer-ink': computeContrastRatio(footer, footerInk) >= 4.5 ? footerInk : selectTextColour(footer),
    'footer-line': mixColours(footer, selectTextColour(footer), 0.22),
    menu,
    'menu-ink': ensureContrast(menu, colourOr(theme.menu.ink, ink)),
    'menu-current': ensureContrast(menu, colourOr(theme.menu.current, accent)),
    'top-bar': topBar,
    'top-bar-ink': ensureContrast(topBar, colourOr(parameters.TOP_BAR_INFO_COLOR, selectTextColour(topBar))),
    shade: mixColours(ink, '#000000', computeBrightness(ink) / 255),
  };
}

/**
 * Declares fallback fonts with adjusted metrics, so that the layout shifts little when the estate's font has loaded.
 */
const fallbacks: Record<SiteInfo['fonts'][number]['type'], string> = {
  TITLE: "'Title fallback', Georgia, serif",
  MENU: "'Title fallback', Georgia, serif",
  CONTENT: "'Content fallback', system-ui, sans-serif",
};

const safeName = (name: string) => name.replace(/[^\p{L}\p{N} _-]/gu, '');
const safeSize = (size: string, fallback: string) => (/^\d*\.?\d+(em|rem|px|%)$/.test(size) ? size : fallback);

function fontFaces(theme: Theme): string {
  return theme.fonts
    .flatMap(({ name, files }) =>
      files.map(
        (file) =>
          `@font-face{font-family:'${safeName(name)}';src:url(${JSON.stringify(file.url)}) format('woff2');` +
          `font-weight:${inferFontWeight(file.name)};font-style:${inferFontStyle(file.name)};font-display:swap}`,
      ),
    )
    .join('');
}

const fallbackFaces =
  "@font-face{font-family:'Title fallback';src:local('Georgia'),local('DejaVu Serif');size-adjust:88%;ascent-override:100%;descent-override:34%;line-gap-override:0%}" +
  "@font-face{font-family:'Content fallback';src:local('Arial'),local('Liberation Sans'),local('DejaVu Sans');size-adjust:102%;ascent-override:99%;descent-override:25%;line-gap-override:0%}";

function fontRoles(fonts: SiteInfo['fonts'], paper: string): Record<string, string> {
  const sizes = { TITLE: '2em', MENU: '1.9em', CONTENT: '1em' };
  const roles: Record<string, string> = {};
  for (const type of ['TITLE', 'MENU', 'CONTENT'] as const) {
    const use = fonts.find((font) => font.type === type);
    const role = type.toLowerCase();
    roles[`font-${role}`] = use ? `'${safeName(use.family)}', ${fallbacks[type]}` : fallbacks[type];
    roles[`${role}-size`] = safeSize(use?.size ?? '', sizes[type]);
    roles[`${role}-weight`] = String(use?.weight ?? 400);
    roles[`${role}-style`] = use?.style ?? 'normal';
    if (use && hex.test(use.colour)) roles[`${role}-ink`] = ensureContrast(paper, use.colour);
  }
  return roles;
}

/** Formats a parameter as a length in pixels, within the limits that the layout supports. */
const pixels = (value: number | undefined, fallback: number, min: number, max: number) =>
  `${Math.min(max, Math.max(min, value ?? fallback))}px`;

function sizes(parameters: Parameters): Record<string, string> {
  return {
    'menu-icon': pixels(parameters.MENU_ICON_SIZE, menuIconSizePx, 8, 32),
    'logo-height': pixels(parameters.LOGO_SIZE, 88, 32, 160),
    'logo-height-mobile': pixels(parameters.LOGO_SIZE_MOBILE, 56, 24, 72),
    'logo-height-footer': pixels(parameters.LOGO_FOOTER_SIZE, 120, 32, 240),
    'detail-margin-top': pixels(parameters.DETAIL_PAGE_MARGIN_TOP, defaultDetailMarginTopPx, 0, 200),
  };
}

/** Finds the upright file of a font family whose weight is nearest to the one in use. */
function mainFile(theme: Theme, use: SiteInfo['fonts'][number] | undefined): string | undefined {
  const files = theme.fonts.find(({ name }) => name === use?.family)?.files ?? [];
  const distance = (name: string) => Math.abs(inferFontWeight(name) - (use?.weight ?? 400));
  return files
    .filter(({ name }) => inferFontStyle(name) === 'normal')
    .sort((one, other) => distance(one.name) - distance(other.name))[0]?.url;
}

/** Renders the estate's colours, fonts and sizes as CSS custom properties. */
export function renderTheme(theme: Theme, info: SiteInfo, parameters: Parameters): RenderedTheme {
  const colours = colourRoles(theme, parameters);
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
  return {
    style: `${fontFaces(theme)}${fallbackFaces}:root{color-scheme:only light;${properties.join(';')}}`,
    preloadedFonts: [...new Set(preloaded)],
    barColour: colours.menu ?? '#ffffff',
  };
}
