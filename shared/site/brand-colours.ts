import { isColour } from './colours.ts';
import type { Parameters } from './parameter-kinds.ts';
import type { Theme } from './site-contract.ts';

const firstColour = (...candidates: readonly (string | undefined)[]): string | undefined =>
  candidates.find((candidate) => candidate !== undefined && isColour(candidate));

/**
 * Returns the estate's two main colours for pages, mails and the web manifest. The parameters PRIMARY_COLOR and
 * ACCENT_COLOR take precedence over the theme.
 */
export const resolveBrandColours = (
  theme: Pick<Theme, 'primary' | 'accent'>,
  parameters: Pick<Parameters, 'PRIMARY_COLOR' | 'ACCENT_COLOR'>,
): { primary: string; accent: string } => ({
  primary: firstColour(parameters.PRIMARY_COLOR, theme.primary) ?? '#3f5a2a',
  accent: firstColour(parameters.ACCENT_COLOR, theme.accent) ?? '#e0a526',
});
