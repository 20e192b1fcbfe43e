import type { MailBranding } from '#server/api/site/site.ts';
import { escapeHtml } from '#shared/escape-html.ts';
import { ensureContrast, mixColours, selectTextColour } from '#shared/site/colours.ts';

export const serifFont = "Georgia,'Times New Roman',serif";
export const sansFont = "'Helvetica Neue',Helvetica,Arial,sans-serif";

export interface MailColours {
  paper: string;
  card: string;
  foot: string;
  footInk: string;
  ink: string;
  mutedInk: string;
  title: string;
  accent: string;
  line: string;
  button: string;
  buttonInk: string;
}

/**
 * Derives the colours of a mail from the estate's theme, and adjusts text colours until their contrast is sufficient.
 */
export function deriveMailColours({ paper, card, foot, ink, primary, accent }: MailBranding['colours']): MailColours {
  return {
    paper,
    card,
    foot,
    footInk: ensureContrast(foot, ink),
    ink: ensureContrast(card, ink),
    mutedInk: ensureContrast(card, mixColours(ink, card, 0.3)),
    title: ensureContrast(paper, primary),
    accent,
    line: mixColours(card, ink, 0.15),
    button: primary,
    buttonInk: selectTextColour(primary),
  };
}

/** Renders a table for layout, which screen readers do not announce as a table. */
export const renderLayoutTable = (style: string, ...cells: string[]): string =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse;width:100%;${style}">
${cells.map((cell) => `<tr>${cell}</tr>`).join('\n')}
</table>`;

/** Escapes a text for HTML and converts its line breaks to `<br>`. */
export const renderMultilineText = (text: string): string => escapeHtml(text).replace(/\r?\n/g, '<br>');

/**
 * Returns the URL unchanged.
 * @throws Error if the scheme of the URL is not allowed in mails.
 */
export function requireAllowedUrlScheme(href: string): string {
  if (!/^(https?:\/\/|mailto:|tel:)/i.test(href)) throw new Error('links in mails must be http, https, mailto or tel');
  return href;
}
