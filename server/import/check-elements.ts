import { findElementSlotIssues } from '#shared/elements/element-input.ts';
import { findTakenElementValues } from '#shared/elements/find-taken-element-values.ts';
import { listSlugsInAllLanguages } from '#shared/find-taken-slug-issues.ts';
import { findTakenValueIssues } from '#shared/item-issue.ts';
import { findServiceTimeIssues } from '#shared/services/service-input.ts';
import { addFileName, toContentFileIssues } from './content-file-issues.ts';
import type { ContentIssue } from './content-issues.ts';
import { toItemFileIssues } from './item-file-issues.ts';
import type { ParsedSiteContent } from './read-site-folder.ts';

/** Reports ids, slugs and slots that several elements share, and invalid slots of an element. */
export function checkElements({ elements }: ParsedSiteContent): ContentIssue[] {
  const ids = new Map<number, string>();
  const owners = { slugs: new Map<string, string>(), slots: new Map<number, string>() };
  return elements.flatMap(({ file, value }) => {
    const taken = [...findTakenValueIssues(['id'], value.id, ids), ...findTakenElementValues(value, owners)];
    ids.set(value.id, `in ${file}`);
    for (const slug of listSlugsInAllLanguages(value.slug)) owners.slugs.set(slug, `in ${file}`);
    for (const { id } of value.slots) owners.slots.set(id, `in ${file}`);
    return addFileName(file, [...toItemFileIssues(taken), ...toContentFileIssues(findElementSlotIssues(value))]);
  });
}

export const checkServices = ({ files }: ParsedSiteContent): ContentIssue[] =>
  files['services.json'].flatMap((service, index) =>
    addFileName('content/services.json', toContentFileIssues(findServiceTimeIssues(service), index)),
  );
