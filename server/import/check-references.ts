import { firstDerivedMediaId, generateMediaIdCandidates } from '#server/api/media/media-id.ts';
import { isCountryCode } from '#server/api/places/places.ts';
import { articleTypeNames } from '#shared/content/article-types.ts';
import { findPageIssues } from '#shared/site/page-input.ts';
import { findPageEntryIssues, flattenPageEntries, type PageEntryInput } from '#shared/site/page-tree-input.ts';
import { findParameterIssue, type ParameterInput } from '#shared/site/parameter-input.ts';
import type { ParameterKey } from '#shared/site/parameter-kinds.ts';
import { findPopupIssues } from '#shared/site/popup-input.ts';
import { checkBlogFiles } from './check-blog.ts';
import { checkDrafts } from './check-drafts.ts';
import { checkElements, checkServices } from './check-elements.ts';
import { checkFormNewsletters } from './check-form-newsletters.ts';
import { checkItemIdsAndSlugs } from './check-item-ids-and-slugs.ts';
import { checkPlaceholders } from './check-placeholders.ts';
import { checkProductFiles } from './check-products.ts';
import { checkReviews } from './check-reviews.ts';
import { checkShopFiles } from './check-shop.ts';
import { checkUniqueKeys } from './check-unique-keys.ts';
import { addFileName, type ContentFileIssue, findDuplicateValues, toContentFileIssues } from './content-file-issues.ts';
import type { ContentIssue } from './content-issues.ts';
import type { ParsedSiteContent, ParsedSiteFolder } from './read-site-folder.ts';

/** Reports duplicate keys and slugs, and missing references between the files of a site. */
export function checkReferences({ config, content }: ParsedSiteFolder): ContentIssue[] {
  return [
    ...checkUniqueKeys(content),
    ...checkParameters(content),
    ...checkPlaceholders(content, config),
    ...checkTrees(content, config.languages),
    ...checkPages(content),
    ...checkPopups(content),
    ...checkProductFiles(content),
    ...articleTypeNames.flatMap((name) => checkItemIdsAndSlugs(content.items[name])),
    ...checkBlogFiles(content),
    ...checkElements(content),
    ...checkServices(content),
    ...checkAddresses(content),
    ...checkImages(content),
    ...checkShopFiles(content),
    ...checkReviews(content),
    ...checkFormNewsletters(content),
    ...checkDrafts(content),
  ];
}

function checkParameters({ files }: ParsedSiteContent): ContentIssue[] {
  const findings = Object.entries(files['parameters.json']).flatMap(([key, value]): ContentFileIssue[] => {
    const reason = findParameterIssue(key as ParameterKey, value as ParameterInput['value']);
    return reason ? [{ path: key, reason }] : [];
  });
  return addFileName('content/parameters.json', findings);
}

function checkTrees({ files, trees }: ParsedSiteContent, languages: readonly string[]): ContentIssue[] {
  const pages = new Set(files['pages.json'].map(({ id }) => id));
  const seen = new Map<number, string>();
  const issues: ContentIssue[] = [];
  for (const [lang, tree] of Object.entries(trees)) {
    const file = `content/page-tree.${lang}.json`;
    if (tree.length === 0 && languages.includes(lang))
      issues.push({ file, path: '', reason: 'has no page, and site.json lists this language' });
    const references = checkEntryReferences(tree, '', pages, seen, file);
    issues.push(...addFileName(file, [...toContentFileIssues(findPageEntryIssues(tree)), ...references]));
  }
  return issues;
}

function checkEntryReferences(
  entries: readonly PageEntryInput[],
  prefix: string,
  pages: ReadonlySet<number>,
  seen: Map<number, string>,
  file: string,
): ContentFileIssue[] {
  return entries.flatMap((entry, index) => {
    const path = `${prefix}${index}`;
    const findings: ContentFileIssue[] = [];
    const other = seen.get(entry.id);
    if (other) findings.push({ path: `${path}.id`, reason: `${entry.id} is used already in ${other}` });
    seen.set(entry.id, file);
    if (entry.page !== undefined && !pages.has(entry.page))
      findings.push({ path: `${path}.page`, reason: `pages.json has no page ${entry.page}` });
    return [...findings, ...checkEntryReferences(entry.children ?? [], `${path}.children.`, pages, seen, file)];
  });
}

function checkPages({ files }: ParsedSiteContent): ContentIssue[] {
  const forms = new Set(files['forms.json'].map(({ id }) => id));
  return files['pages.json'].flatMap((page, index) => {
    const texts = page.sections.flatMap((section, position): ContentFileIssue[] =>
      section.kind === 'html' && (section.markdown === undefined) === (section.html === undefined)
        ? [{ path: `${index}.sections.${position}`, reason: 'must have either markdown or html' }]
        : [],
    );
    const unknownForms = page.sections.flatMap((section, position): ContentFileIssue[] =>
      section.kind === 'form' && section.form !== undefined && !forms.has(section.form)
        ? [{ path: `${index}.sections.${position}.form`, reason: `forms.json has no form ${section.form}` }]
        : [],
    );
    return addFileName('content/pages.json', [
      ...toContentFileIssues(findPageIssues(page), index),
      ...texts,
      ...unknownForms,
    ]);
  });
}

function checkPopups({ files, trees }: ParsedSiteContent): ContentIssue[] {
  const entries = new Set(Object.values(trees).flatMap((tree) => flattenPageEntries(tree).map(({ id }) => id)));
  return files['popups.json'].flatMap((popup, index) => {
    const unknown = popup.pageEntries.flatMap((id, position): ContentFileIssue[] =>
      entries.has(id) ? [] : [{ path: `${index}.pageEntries.${position}`, reason: `no page tree has an entry ${id}` }],
    );
    return addFileName('content/popups.json', [...toContentFileIssues(findPopupIssues(popup), index), ...unknown]);
  });
}

function checkAddresses({ files }: ParsedSiteContent): ContentIssue[] {
  const findings = files['addresses.json'].flatMap(({ country }, index): ContentFileIssue[] =>
    isCountryCode(country) ? [] : [{ path: `${index}.country`, reason: `"${country}" is no country` }],
  );
  return addFileName('content/addresses.json', findings);
}

function checkImages({ files }: ParsedSiteContent): ContentIssue[] {
  const list = files['images.json'];
  const findings = findDuplicateValues(
    list.map(({ file }) => file),
    'file',
    'the file',
  );
  list.forEach(({ id, file }, index) => {
    // An id that was derived from the path is accepted, because an export lists every picture with its id.
    const [derivedId] = generateMediaIdCandidates({ path: file, kind: 'image' });
    if (id >= firstDerivedMediaId && id !== derivedId)
      findings.push({ path: `${index}.id`, reason: `must be below ${firstDerivedMediaId}` });
  });
  return addFileName('content/images.json', findings);
}
