import type { InputIssue } from '../input-issue.ts';
import { languages } from '../languages.ts';
import { type Localized, resolveLocalized } from '../localized.ts';
import type { LocalizedFormField } from './form-definition-input.ts';

interface NamedNewsletterList {
  id: number;
  name: Localized;
}

/**
 * Finds consent fields of a form whose newsletter list is unknown, or whose label does not name the list. Consent to a
 * newsletter is valid only if the visitor knows which newsletter it is (docs/rules.md, "Newsletters").
 */
export function findNewsletterConsentIssues(
  fields: readonly LocalizedFormField[],
  lists: readonly NamedNewsletterList[],
): InputIssue[] {
  return fields.flatMap((field, index): InputIssue[] => {
    if (field.type !== 'consent' || field.newsletterList === undefined) return [];
    const list = lists.find(({ id }) => id === field.newsletterList);
    if (!list)
      return [{ path: ['fields', index, 'newsletterList'], message: `there is no newsletter ${field.newsletterList}` }];
    const isNamed = languages.every((lang) =>
      resolveLocalized(field.label, lang, lang).includes(resolveLocalized(list.name, lang, lang)),
    );
    return isNamed ? [] : [{ path: ['fields', index, 'label'], message: 'must contain the name of the newsletter' }];
  });
}
