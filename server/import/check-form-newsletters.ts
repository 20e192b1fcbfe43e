import { languages } from '#shared/languages.ts';
import { resolveLocalized } from '#shared/localized.ts';
import type { ContentIssue } from './content-issues.ts';
import { addFileName, type FileIssue } from './findings.ts';
import type { ParsedSiteContent } from './read-site-folder.ts';

/** Checks that consent fields of forms refer to an existing newsletter and name it in their label. */
export function checkFormNewsletters({ files }: ParsedSiteContent): ContentIssue[] {
  const lists = new Map(files['newsletter-lists.json'].map((list) => [list.id, list]));
  const findings = files['forms.json'].flatMap(({ fields }, formIndex) =>
    fields.flatMap((field, fieldIndex): FileIssue[] => {
      if (field.type !== 'consent' || field.newsletterList === undefined) return [];
      const path = `${formIndex}.fields.${fieldIndex}`;
      const list = lists.get(field.newsletterList);
      if (!list)
        return [
          { path: `${path}.newsletterList`, reason: `newsletter-lists.json has no newsletter ${field.newsletterList}` },
        ];
      const isNamed = languages.every((lang) =>
        resolveLocalized(field.label, lang, lang).includes(resolveLocalized(list.name, lang, lang)),
      );
      return isNamed ? [] : [{ path: `${path}.label`, reason: 'must contain the name of the newsletter' }];
    }),
  );
  return addFileName('content/forms.json', findings);
}
