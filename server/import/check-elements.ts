import { findElementSlotIssues } from '#shared/elements/element-input.ts';
import { findServiceTimeIssues } from '#shared/services/service-input.ts';
import { checkItemIdsAndSlugs } from './check-item-ids-and-slugs.ts';
import { addFileName, type ContentFileIssue, toContentFileIssues } from './content-file-issues.ts';
import type { ContentIssue } from './content-issues.ts';
import type { ParsedSiteContent } from './read-site-folder.ts';

/** Reports duplicate ids and slugs of elements and dates. */
export function checkElements({ elements }: ParsedSiteContent): ContentIssue[] {
  const slots = new Map<number, string>();
  return [
    ...checkItemIdsAndSlugs(elements),
    ...elements.flatMap(({ file, value }) => {
      const repeated = value.slots.flatMap(({ id }, index): ContentFileIssue[] => {
        const other = slots.get(id);
        if (other === undefined) slots.set(id, file);
        return other === undefined || other === file
          ? []
          : [{ path: `slots.${index}.id`, reason: `${id} is used already in ${other}` }];
      });
      return addFileName(file, [...toContentFileIssues(findElementSlotIssues(value)), ...repeated]);
    }),
  ];
}

export const checkServices = ({ files }: ParsedSiteContent): ContentIssue[] =>
  files['services.json'].flatMap((service, index) =>
    addFileName('content/services.json', toContentFileIssues(findServiceTimeIssues(service), index)),
  );
