import { createHash } from 'node:crypto';
import { defaultThemeColours, pickColour, resolveBrandColours } from '#shared/site/brand-colours.ts';
import {
  computeBrightness0To255,
  computeContrastRatio,
  darkenColourByOffset,
  ensureContrast,
  isDarkColour,
  lightenColourByOffset,
  mixColours,
  selectTextColour,
} from '#shared/site/colours.ts';
import { fontSizeLimitsEm, parseFontSize } from '#shared/site/font-size.ts';
import { inferFontStyle, inferFontWeight, inferFontWeightDescriptor } from '#shared/site/font-weight.ts';
import { type ColourParameterKey, type Parameters, parameterDefinitions } from '#shared/site/parameter-definitions.ts';
import { parseCssColour } from '#shared/site/parse-css-colour.ts';
import type { SiteInfo, Theme } from '#shared/site/site-contract.ts';

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

/** Formats the size of a font in em, within the limits that the layout supports. */
function formatFontSize(type: SiteInfo['fonts'][number]['type'], size: string | undefined, defaultEm: number): string {
  const { min, max } = fontSizeLimitsEm[type];
  return String(Math.min(max, Math.max(min, parseFontSize(size ?? '') ?? defaultEm)));
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
  const defaultSizesEm = { TITLE: 2, MENU: 1.9 };
  const content = fonts.find(({ type }) => type === 'CONTENT');
  const roles: Record<string, string> = { 'content-scale': formatFontSize('CONTENT', content?.size, 1) };
  for (const type of ['TITLE', 'MENU', 'CONTENT'] as const) {
    const use = fonts.find((font) => font.type === type);
    const role = type.toLowerCase();
    roles[`font-${role}`] = use ? `'${safeName(use.family)}', ${fallbacks[type]}` : fallbacks[type];
    if (type !== 'CONTENT') roles[`${role}-size`] = `${formatFontSize(type, use?.size, defaultSizesEm[type])}em`;
    roles[`${role}-weight`] = String(use?.weight ?? 400);
    roles[`${role}-style`] = use?.style ?? 'normal';
    const colour = use && type !== 'MENU' ? parseCssColour(use.colour) : null;
    if (colour) roles[`${role}-ink`] = ensureContrast(paper, colour);
  }
  return roles;
}

type LengthParameterKey =
  | 'MENU_ICON_SIZE'
  | 'LOGO_SIZE'
  | 'LOGO_SIZE_MOBILE'
  | 'LOGO_FOOTER_SIZE'
  | 'DETAIL_PAGE_MARGIN_TOP';

function sizes(parameters: Parameters, logo?: { width: number; height: number }): Record<string, string> {
  const pixels = (key: LengthParameterKey): string => {
    const { min, max, default: fallback } = parameterDefinitions[key];
    return `${Math.min(max, Math.max(min, parameters[key] ?? fallback))}px`;
  };
  return {
    'menu-icon': pixels('MENU_ICON_SIZE'),
    'logo-height': pixels('LOGO_SIZE'),
    'logo-height-mobile': pixels('LOGO_SIZE_MOBILE'),
    // The width of a logo is limited, so that the height of the header follows from the ratio.
    'logo-ratio': logo && logo.height > 0 ? (logo.width / logo.height).toFixed(3) : '1',
    'logo-height-footer': pixels('LOGO_FOOTER_SIZE'),
    'detail-margin-top': pixels('DETAIL_PAGE_MARGIN_TOP'),
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

const colourOr = (colour: string | undefined, fallback: string) => pickColour([colour], fallback);

/** Replaces a dark background by cream, because style sheets assume a light one. */
const ensureLight = (paper: string) => (isDarkColour(paper) ? defaultThemeColours.paper : paper);

/**
 * Derives the colours that components use from those of the theme. Text colours have sufficient contrast to their
 * background (WCAG).
 */
function createColourRoles(theme: Theme, fonts: SiteInfo['fonts'], parameters: Parameters): Record<string, string> {
  const chosen = (key: ColourParameterKey, fallback: string) => colourOr(parameters[key], fallback);
  const paper = ensureLight(colourOr(theme.backgrounds.paper, defaultThemeColours.paper));
  const raised = ensureLight(colourOr(theme.backgrounds.raised, lightenColourByOffset(paper, 8)));
  const ink = ensureContrast(paper, colourOr(theme.ink, defaultThemeColours.ink), 7);
  const { primary, accent } = resolveBrandColours(theme, parameters);
  const footer = colourOr(theme.backgrounds.footer, darkenColourByOffset(primary, 40));
  const footerInk = mixColours(selectTextColour(footer), footer, 0.08);
  const menu = ensureLight(colourOr(theme.menu.background, paper));
  const menuFontColour = fonts.find(({ type }) => type === 'MENU')?.colour;
  const topBar = chosen('TOP_BAR_INFO_BACKGROUND', primary);
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
    'primary-hover': isDarkColour(primary) ? lightenColourByOffset(primary, 22) : darkenColourByOffset(primary, 22),
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
    'menu-ink': ensureContrast(menu, colourOr(theme.menu.ink, colourOr(menuFontColour, ink))),
    // The current entry is shown on the menu's background and, in submenus, on the raised one.
    'menu-current': ensureContrast(raised, ensureContrast(menu, colourOr(theme.menu.current, accent))),
    'top-bar': topBar,
    'top-bar-ink': ensureContrast(topBar, chosen('TOP_BAR_INFO_COLOR', selectTextColour(topBar))),
    shade: mixColours(ink, '#000000', computeBrightness0To255(ink) / 255),
  };
}

export function renderTheme(
  theme: Theme,
  info: SiteInfo,
  parameters: Parameters,
  logo?: { width: number; height: number },
): RenderedTheme {
  const colours = createColourRoles(theme, info.fonts, parameters);
  const roles = { ...colours, ...fontRoles(info.fonts, colours.paper ?? '#ffffff'), ...sizes(parameters, logo) };
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
