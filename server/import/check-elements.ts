import { elementSlotIssues } from '#shared/elements/element-input.ts';
import { serviceTimeIssues } from '#shared/services/service-input.ts';
import { flattenPageEntries } from '#shared/site/page-tree-input.ts';
import { checkItems } from './check-items.ts';
import type { ContentIssue } from './content-issues.ts';
import { addFileName, type ContentFileIssue, toContentFileIssues } from './findings.ts';
import type { ParsedSiteContent } from './read-site-folder.ts';

/** Reports duplicate ids and slugs of elements and dates, and entries of the page tree without elements. */
export function checkElements({ elements, trees }: ParsedSiteContent): ContentIssue[] {
  const slots = new Map<number, string>();
  const routes = new Set(elements.map(({ route }) => route));
  return [
    ...checkItems(elements),
    ...elements.flatMap(({ file, value }) => {
      const repeated = value.slots.flatMap(({ id }, index): ContentFileIssue[] => {
        const other = slots.get(id);
        if (other === undefined) slots.set(id, file);
        return other === undefined || other === file
          ? []
          : [{ path: `slots.${index}.id`, reason: `${id} is used already in ${other}` }];
      });
      return addFileName(file, [...toContentFileIssues(elementSlotIssues(value)), ...repeated]);
    }),
    ...Object.entries(trees).flatMap(([lang, entries]) =>
      flattenPageEntries(entries).flatMap(({ elementRoute, id }) =>
        elementRoute === undefined || routes.has(elementRoute)
          ? []
          : [
              {
                file: `content/page-tree.${lang}.json`,
                path: '',
                reason: `entry ${id} lists "${elementRoute}", but content/elements/${elementRoute}/ has no file`,
              },
            ],
      ),
    ),
  ];
}

export const checkServices = ({ files }: ParsedSiteContent): ContentIssue[] =>
  files['services.json'].flatMap((service, index) =>
    addFileName('content/services.json', toContentFileIssues(serviceTimeIssues(service), index)),
  );
