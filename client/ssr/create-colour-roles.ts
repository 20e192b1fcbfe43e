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
import type { ColourParameterKey, Parameters } from '#shared/site/parameter-definitions.ts';
import type { SiteInfo, Theme } from '#shared/site/site-contract.ts';

const colourOr = (colour: string | undefined, fallback: string) => pickColour([colour], fallback);

/** Replaces a dark background by cream, because style sheets assume a light one. */
const ensureLight = (paper: string) => (isDarkColour(paper) ? defaultThemeColours.paper : paper);

/**
 * Derives the colours that components use from those of the theme. Text colours have sufficient contrast to their
 * background (WCAG).
 */
export function createColourRoles(
  theme: Theme,
  fonts: SiteInfo['fonts'],
  parameters: Parameters,
): Record<string, string> {
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
