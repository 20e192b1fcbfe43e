import { darkenColourByOffset, flattenColour, lightenColourByOffset } from './colours.ts';
import type { Parameters } from './parameter-definitions.ts';
import { parseCssColour } from './parse-css-colour.ts';
import type { Theme } from './site-contract.ts';

/** The colours of a theme in which one of them is missing. */
export const defaultThemeColours = { paper: '#faf5e6', ink: '#2b2a1c', primary: '#3f5a2a', accent: '#e0a526' } as const;

type BrandParameters = Partial<Pick<Parameters, 'PRIMARY_COLOR' | 'ACCENT_COLOR'>>;

/** Returns the first text that is a colour, as `#rrggbb` or `#rrggbbaa`. */
export function pickColour(candidates: readonly (string | undefined)[], fallback: string): string {
  for (const candidate of candidates) {
    const colour = candidate === undefined ? null : parseCssColour(candidate);
    if (colour) return colour;
  }
  return fallback;
}

/**
 * Returns the estate's two main colours for pages, mails and the web manifest. The parameters PRIMARY_COLOR and
 * ACCENT_COLOR take precedence over the theme.
 */
export const resolveBrandColours = (
  theme: Pick<Theme, 'primary' | 'accent'>,
  parameters: BrandParameters,
): { primary: string; accent: string } => ({
  primary: pickColour([parameters.PRIMARY_COLOR, theme.primary], defaultThemeColours.primary),
  accent: pickColour([parameters.ACCENT_COLOR, theme.accent], defaultThemeColours.accent),
});

/** The colours of an estate as `#rrggbb`. */
export interface DocumentColours {
  paper: string;
  card: string;
  foot: string;
  ink: string;
  primary: string;
  accent: string;
}

/** Returns the colours of an estate for mails, PDFs and the web manifest, in which no colour can be transparent. */
export function resolveDocumentColours(
  theme: Omit<Theme, 'fonts' | 'menu'>,
  parameters: BrandParameters,
): DocumentColours {
  const { backgrounds } = theme;
  const brand = resolveBrandColours(theme, parameters);
  const paper = flattenColour(pickColour([backgrounds.paper], defaultThemeColours.paper), '#ffffff');
  const onPaper = (colour: string) => flattenColour(colour, paper);
  const primary = onPaper(brand.primary);
  return {
    paper,
    card: onPaper(pickColour([backgrounds.raised], lightenColourByOffset(paper, 8))),
    foot: onPaper(pickColour([backgrounds.footer], darkenColourByOffset(primary, 40))),
    ink: onPaper(pickColour([theme.ink], defaultThemeColours.ink)),
    primary,
    accent: onPaper(brand.accent),
  };
}
