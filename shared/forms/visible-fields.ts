import type { FormField } from './form-field.ts';

/** The answers to a form by field name. A field with several choices has a list; on the server, every field has one. */
export type FormAnswers = Readonly<Record<string, string | readonly string[]>>;

/** Returns the answers to a field as a list, without empty ones. */
export function getAnswersToField(answers: FormAnswers, name: string): readonly string[] {
  const answer = Object.hasOwn(answers, name) ? answers[name] : undefined;
  if (answer === undefined) return [];
  return (typeof answer === 'string' ? [answer] : answer).filter((text) => text.trim() !== '');
}

/** The answer of a consent field whose box is ticked. */
export const consentGivenAnswer = 'yes';

type VisibilityRule = Pick<FormField, 'name' | 'showIf'>;

/**
 * Returns the fields of a form that are shown with these answers. A field whose condition refers to a hidden field is
 * hidden too, whatever the answer to that field was.
 */
export function listVisibleFields<Field extends VisibilityRule>(
  fields: readonly Field[],
  answers: FormAnswers,
): Field[] {
  const shown = new Set<string>();
  return fields.filter(({ name, showIf }) => {
    const isShown =
      !showIf ||
      (shown.has(showIf.field) &&
        getAnswersToField(answers, showIf.field).some((answer) => showIf.values.includes(answer)));
    if (isShown) shown.add(name);
    return isShown;
  });
}
