import { firstPathDerivedMediaId, generateMediaIdCandidates } from '#server/api/media/media-id.ts';
import { isCountryCode } from '#server/api/places/places.ts';
import { articleTypeNames } from '#shared/content/article-types.ts';
import { findUnknownCountryIssues } from '#shared/places/find-unknown-country-issues.ts';
import { findReferenceIssuesOfPageTree } from '#shared/site/find-reference-issues-of-page-tree.ts';
import { findReferenceIssuesOfPopup } from '#shared/site/find-reference-issues-of-popup.ts';
import { findCrossSectionIssues } from '#shared/site/page-input.ts';
import { findPageEntryIssues, flattenPageEntries } from '#shared/site/page-tree-input.ts';
import { findParameterConflicts } from '#shared/site/parameter-conflicts.ts';
import type { ParameterKey } from '#shared/site/parameter-definitions.ts';
import { findParameterIssue, type ParameterInput } from '#shared/site/parameter-input.ts';
import { findPopupIssues } from '#shared/site/popup-input.ts';
import { findFormReferenceIssuesOfSections } from '#shared/site/section-forms.ts';
import { checkBlogFiles } from './check-blog.ts';
import { checkDeliveryAndDiscountFiles } from './check-delivery-and-discount-files.ts';
import { checkDraftAndNewsletterFiles } from './check-draft-and-newsletter-files.ts';
import { checkElements, checkServices } from './check-elements.ts';
import { checkFormNewsletters } from './check-form-newsletters.ts';
import { checkItemIdsAndSlugs } from './check-item-ids-and-slugs.ts';
import { checkPlaceholders, getParameterTextsOfSiteContent } from './check-placeholders.ts';
import { checkProductFiles } from './check-products.ts';
import { checkReviews } from './check-reviews.ts';
import { checkUniqueKeys } from './check-unique-keys.ts';
import {
  addFileName,
  findDuplicateValueIssues,
  type IssueWithinContentFile,
  toContentFileIssues,
} from './content-file-issues.ts';
import type { ContentIssue } from './content-issues.ts';
import { toItemFileIssues } from './item-file-issues.ts';
import type { ParsedSiteContent, ParsedSiteFolder } from './read-site-folder.ts';

/**
 * Checks the content of a site's folder against all rules: unique keys and slugs, references between files, and the
 * rules of parameters, placeholders, products, forms and the shop.
 */
export function checkSiteContent({ config, content }: ParsedSiteFolder): ContentIssue[] {
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
    ...checkDeliveryAndDiscountFiles(content),
    ...checkReviews(content),
    ...checkFormNewsletters(content),
    ...checkDraftAndNewsletterFiles(content),
  ];
}

function checkParameters(content: ParsedSiteContent): ContentIssue[] {
  const parameters = content.files['parameters.json'];
  const texts = getParameterTextsOfSiteContent(content);
  const findings = Object.entries(parameters).flatMap(([type, written]): IssueWithinContentFile[] => {
    const key = type as ParameterKey;
    const isFromFile = typeof written === 'object' && 'markdown' in written;
    const value = isFromFile ? { markdown: texts[key] } : written;
    const issue = findParameterIssue(key, value as ParameterInput['value']);
    return issue ? [{ path: type, reason: issue.message }] : [];
  });
  for (const { type, message } of findParameterConflicts(parameters)) findings.push({ path: type, reason: message });
  return addFileName('content/parameters.json', findings);
}

function checkTrees({ files, trees }: ParsedSiteContent, languages: readonly string[]): ContentIssue[] {
  const pages = new Set(files['pages.json'].map(({ id }) => id));
  const entryOwners = new Map<number, string>();
  return Object.entries(trees).flatMap(([lang, entries]) => {
    const file = `content/page-tree.${lang}.json`;
    const owner = `in ${file}`;
    const issues = findReferenceIssuesOfPageTree({ entries, owner }, { pages, entryOwners });
    for (const { id } of flattenPageEntries(entries)) entryOwners.set(id, owner);
    const isMissing = entries.length === 0 && languages.includes(lang);
    return addFileName(file, [
      ...(isMissing ? [{ path: '', reason: 'has no page, and site.json lists this language' }] : []),
      ...toContentFileIssues(findPageEntryIssues(entries)),
      ...toItemFileIssues(issues.map(({ path: [, ...path], ...issue }) => ({ ...issue, path }))),
    ]);
  });
}

function checkPages({ files }: ParsedSiteContent): ContentIssue[] {
  const forms = new Set(files['forms.json'].map(({ id }) => id));
  return files['pages.json'].flatMap((page, index) => {
    const texts = page.sections.flatMap((section, position): IssueWithinContentFile[] =>
      section.kind === 'html' && (section.markdown === undefined) === (section.html === undefined)
        ? [{ path: `${index}.sections.${position}`, reason: 'must have either markdown or html' }]
        : [],
    );
    return addFileName('content/pages.json', [
      ...toContentFileIssues(findCrossSectionIssues(page), index),
      ...texts,
      ...toItemFileIssues(findFormReferenceIssuesOfSections(page, forms), index),
    ]);
  });
}

function checkPopups({ files, trees }: ParsedSiteContent): ContentIssue[] {
  const entries = new Set(Object.values(trees).flatMap((tree) => flattenPageEntries(tree).map(({ id }) => id)));
  return files['popups.json'].flatMap((popup, index) =>
    addFileName('content/popups.json', [
      ...toContentFileIssues(findPopupIssues(popup), index),
      ...toItemFileIssues(findReferenceIssuesOfPopup(popup, entries), index),
    ]),
  );
}

const checkAddresses = ({ files }: ParsedSiteContent): ContentIssue[] =>
  addFileName(
    'content/addresses.json',
    files['addresses.json'].flatMap((address, index) =>
      toItemFileIssues(findUnknownCountryIssues(address, isCountryCode), index),
    ),
  );

function checkImages({ files }: ParsedSiteContent): ContentIssue[] {
  const list = files['images.json'];
  const findings = findDuplicateValueIssues(
    list.map(({ file }) => file),
    'file',
    'the file',
  );
  list.forEach(({ id, file }, index) => {
    // The ids from `firstPathDerivedMediaId` on are reserved for ids that the import derives from paths. A derived id of
    // the picture itself is accepted, because an export lists every picture with its id. Further candidates than the
    // first occur only where paths collide, so a few suffice.
    const derivedIds = generateMediaIdCandidates({ path: file, kind: 'image' }).take(8);
    if (id >= firstPathDerivedMediaId && !derivedIds.some((derivedId) => derivedId === id))
      findings.push({ path: `${index}.id`, reason: `must be below ${firstPathDerivedMediaId}` });
  });
  return addFileName('content/images.json', findings);
}
