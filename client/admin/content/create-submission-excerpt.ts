import { cropText } from '#shared/content/crop-text.ts';
import type { Submission } from '#shared/forms/forms-contract.ts';

/** Maximum number of characters of an excerpt. */
const maxExcerptLength = 80;

/**
 * Returns the beginning of the longest answer, which is the message in most forms. The email address is left out,
 * because the list shows it in another column.
 */
export function createSubmissionExcerpt({ answers, email }: Pick<Submission, 'answers' | 'email'>): string {
  const texts = answers.map((answer) => answer.answers.join(', ').replace(/\s+/g, ' '));
  const others = texts.filter((text) => text.toLowerCase() !== email);
  const message = others.reduce((chosen, text) => (text.length > chosen.length ? text : chosen), '');
  return cropText(message, maxExcerptLength);
}
