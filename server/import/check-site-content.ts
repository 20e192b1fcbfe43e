import { hasPickupPointService } from '#server/api/api-pickup-point-services.ts';
import { firstPathDerivedMediaId, generateMediaIdCandidates } from '#server/api/media/store-media.ts';
import { isCountryCode } from '#server/api/places/places.ts';
import { findRuleIssues, getInputFields } from '#server/api/resources/item-file.ts';
import type { ItemInput } from '#server/api/resources/resource.ts';
import { adminResourceSpecs } from '#shared/admin/admin-resource-specs.ts';
import { mealIconResourceSpec, tagResourceSpec, variationResourceSpec } from '#shared/catalogue/catalogue-input.ts';
import { findMissingCapacities, findProductFieldIssues } from '#shared/catalogue/find-product-field-issues.ts';
import {
  findReferenceIssuesOfProduct,
  listBoxableVariantIds,
} from '#shared/catalogue/find-reference-issues-of-product.ts';
import { findTooDistantPrices } from '#shared/catalogue/planned-price.ts';
import { articleTypeNames } from '#shared/content/article-types.ts';
import { findBlogFolderParentIssues } from '#shared/content/blog-folder-tree.ts';
import { blogFolderResourceSpec } from '#shared/content/content-input.ts';
import { normaliseDiscountCode } from '#shared/discounts/discount-code.ts';
import { discountCodeResourceSpec } from '#shared/discounts/discount-code-input.ts';
import { findElementSlotIssues, findTakenElementValues } from '#shared/elements/element-input.ts';
import { findTakenSlugIssues, listSlugsInAllLanguages } from '#shared/find-taken-slug-issues.ts';
import { findNewsletterConsentIssues, formResourceSpec } from '#shared/forms/form-definition-input.ts';
import { ProductReference } from '#shared/input-fields.ts';
import { findIssuesOfReference, findTakenValueIssues } from '#shared/item-issue.ts';
import { newsletterListResourceSpec } from '#shared/newsletter/newsletter-issue-input.ts';
import { estateAddressResourceSpec } from '#shared/places/estate-address-input.ts';
import { findUnknownCountryIssues } from '#shared/places/find-unknown-country-issues.ts';
import { findServiceTimeIssues } from '#shared/services/service-input.ts';
import { findReferenceIssuesOfCarrier } from '#shared/shipping/carrier-input.ts';
import { findScheduleIssues } from '#shared/shipping/collection-schedule-input.ts';
import {
  carrierResourceSpec,
  collectionScheduleResourceSpec,
  pickupPointResourceSpec,
} from '#shared/shipping/shipping-resource-specs.ts';
import { findTreeIssues } from '#shared/site/find-tree-issues.ts';
import { findCrossSectionIssues } from '#shared/site/page-input.ts';
import { findPageEntryIssues, flattenPageEntries } from '#shared/site/page-tree-input.ts';
import { findParameterConflicts } from '#shared/site/parameter-conflicts.ts';
import type { ParameterKey } from '#shared/site/parameter-definitions.ts';
import { findParameterIssue, type ParameterInput } from '#shared/site/parameter-input.ts';
import { findPopupIssues, findReferenceIssuesOfPopup } from '#shared/site/popup-input.ts';
import { findSectionFormIssues } from '#shared/site/section-forms.ts';
import { unwrapSchema } from '#shared/unwrap-schema.ts';
import {
  addFileName,
  checkPlaceholders,
  findDuplicateValueIssues,
  getParameterTexts,
  type IssueWithinContentFile,
  toContentFileIssues,
  toItemFileIssues,
} from './content-file-issues.ts';
import { type ContentIssue, toContentIssues } from './content-issues.ts';
import { type ContentItemFile, contentFileDefinitions, entriesOf, type ProductFile } from './content-schema.ts';
import type { ParsedContentFile, ParsedSiteContent, ParsedSiteFolder } from './read-site-folder.ts';

function checkBlogFiles({ files, items }: ParsedSiteContent): ContentIssue[] {
  const folders = entriesOf(files, blogFolderResourceSpec);
  const byId = new Map(folders.map((folder) => [folder.id, folder]));
  const slugs = new Map<string, string>();
  const findings = folders.flatMap((folder, index): IssueWithinContentFile[] => {
    const issues = [...findBlogFolderParentIssues(folder, byId), ...findTakenSlugIssues(folder, slugs)];
    for (const slug of listSlugsInAllLanguages(folder.slug)) slugs.set(slug, `at ${index}`);
    return toItemFileIssues(issues, index);
  });
  const posts = items.blog.flatMap(({ file, value: { folder } }) =>
    folder === null
      ? []
      : addFileName(file, toItemFileIssues(findIssuesOfReference('blog folder', ['folder'], folder, byId))),
  );
  return [...addFileName('content/blog-folders.json', findings), ...posts];
}

const checkShopFiles = ({ files }: ParsedSiteContent): ContentIssue[] => [
  ...addFileName('content/carriers.json', carrierFindings(files)),
  ...addFileName('content/discount-codes.json', codeFindings(files)),
  ...addFileName('content/pickup.json', collectionFindings(files)),
  ...addFileName('content/relay-points.json', entriesOf(files, pickupPointResourceSpec).flatMap(pointFindings)),
];

type Files = ParsedSiteContent['files'];

function carrierFindings(files: Files): IssueWithinContentFile[] {
  const hasPickupPoints = entriesOf(files, pickupPointResourceSpec).length > 0;
  const known = { isCountryCode, hasPickupPointService, hasPickupPoints };
  return entriesOf(files, carrierResourceSpec).flatMap((carrier, index) =>
    toItemFileIssues(findReferenceIssuesOfCarrier(carrier, known), index),
  );
}

const codeFindings = (files: Files): IssueWithinContentFile[] =>
  findDuplicateValueIssues(
    entriesOf(files, discountCodeResourceSpec).map(({ code }) => normaliseDiscountCode(code)),
    'code',
    'the code',
  );

function collectionFindings(files: Files): IssueWithinContentFile[] {
  const addressTypes = new Map(entriesOf(files, estateAddressResourceSpec).map(({ id, types }) => [id, types]));
  const scheduleOwners = new Map<number, string>();
  return entriesOf(files, collectionScheduleResourceSpec).flatMap((place, index) => {
    const ids = place.schedules.map(({ id }) => id);
    const issues = findScheduleIssues(place, { addressTypes, scheduleOwners });
    for (const [position, id] of ids.entries())
      if (!scheduleOwners.has(id)) scheduleOwners.set(id, `at ${index}.schedules.${position}`);
    return toItemFileIssues(issues, index);
  });
}

const pointFindings = (point: { country: string }, index: number): IssueWithinContentFile[] =>
  toItemFileIssues(findUnknownCountryIssues(point, isCountryCode), index);

/** Reports drafts of unknown pages, and newsletter issues that name an unknown newsletter. */
const checkPanelFiles = ({ files }: ParsedSiteContent): ContentIssue[] => [
  ...addFileName('content/page-drafts.json', findPageDraftIssues(files)),
  ...addFileName('content/newsletter-issues.json', findNewsletterIssues(files)),
];

function findPageDraftIssues(files: ParsedSiteContent['files']): IssueWithinContentFile[] {
  const pages = new Set(files['pages.json'].map(({ id }) => id));
  return files['page-drafts.json'].flatMap(({ page }, index) =>
    toItemFileIssues(findIssuesOfReference('page', ['page'], page, pages), index),
  );
}

function findNewsletterIssues(files: ParsedSiteContent['files']): IssueWithinContentFile[] {
  const lists = new Set(entriesOf(files, newsletterListResourceSpec).map(({ id }) => id));
  return files['newsletter-issues.json'].flatMap(({ newsletterList }, index) =>
    toItemFileIssues(findIssuesOfReference('newsletter list', ['newsletterList'], newsletterList, lists), index),
  );
}

/** Reports ids, slugs and slots that several elements share, and invalid slots of an element. */
function checkElements({ elements }: ParsedSiteContent): ContentIssue[] {
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

const checkServices = ({ files }: ParsedSiteContent): ContentIssue[] =>
  files['services.json'].flatMap((service, index) =>
    addFileName('content/services.json', toContentFileIssues(findServiceTimeIssues(service), index)),
  );

/** Checks that consent fields of forms refer to an existing newsletter and name it in their label. */
const checkFormNewsletters = ({ files }: ParsedSiteContent): ContentIssue[] =>
  addFileName(
    'content/forms.json',
    entriesOf(files, formResourceSpec).flatMap(({ fields }, formIndex) =>
      findNewsletterConsentIssues(fields, entriesOf(files, newsletterListResourceSpec)).map(({ path, message }) => ({
        path: [formIndex, ...path].join('.'),
        reason: message,
      })),
    ),
  );

function checkItemKeys(items: readonly ParsedContentFile<Pick<ContentItemFile, 'id' | 'slug'>>[]): ContentIssue[] {
  const ids = new Map<number, string>();
  const slugs = new Map<string, string>();
  return items.flatMap(({ file, value }) => {
    const issues = [...findTakenValueIssues(['id'], value.id, ids), ...findTakenSlugIssues(value, slugs)];
    ids.set(value.id, `in ${file}`);
    for (const slug of listSlugsInAllLanguages(value.slug)) slugs.set(slug, `in ${file}`);
    return addFileName(file, toItemFileIssues(issues));
  });
}

function checkProductFiles({ files, products }: ParsedSiteContent): ContentIssue[] {
  const ids = new Map<number, string>();
  const slugs = new Map<string, string>();
  const variantOwners = new Map<number, string>();
  const known = { ...listKnown(files, products), variantOwners };
  const issues = products.flatMap(({ file, value }) => {
    const taken = [...findTakenValueIssues(['id'], value.id, ids), ...findTakenSlugIssues(value, slugs)];
    const between = [...taken, ...findReferenceIssuesOfProduct(toCheckedProduct(value), known)];
    ids.set(value.id, `in ${file}`);
    slugs.set(value.slug, `in ${file}`);
    for (const { id } of value.declinations) variantOwners.set(id, `in ${file}`);
    return addFileName(file, [
      ...toItemFileIssues(between.map(toFieldOfFile)),
      ...findDuplicateValueIssues(
        value.declinations.map(({ id }) => id),
        'id',
        'the id',
        'declinations.',
      ),
      ...checkRules(value),
      ...checkPriceHistory(value),
    ]);
  });
  return [...issues, ...checkProductReferences(files, known.products)];
}

/** Reports entries of any file that refer to an unknown product, such as awards. */
const checkProductReferences = (files: Files, products: ReadonlySet<number>): ContentIssue[] =>
  adminResourceSpecs.flatMap((spec) => {
    const fields = Object.entries(getInputFields(spec)).filter(
      ([, schema]) => unwrapSchema(schema).schema === ProductReference,
    );
    if (!spec.file || fields.length === 0) return [];
    const findings = (entriesOf(files, spec) as ItemInput[]).flatMap((entry, index) =>
      fields.flatMap(([field]) => {
        const id = entry[field];
        return typeof id === 'number'
          ? toItemFileIssues(findIssuesOfReference('product', [field], id, products), index)
          : [];
      }),
    );
    return addFileName(`content/${spec.file}`, findings);
  });

const listKnown = (files: ParsedSiteContent['files'], products: ParsedSiteContent['products']) => ({
  tags: new Set(entriesOf(files, tagResourceSpec).map(({ slug }) => slug)),
  variations: new Set(entriesOf(files, variationResourceSpec).map(({ id }) => id)),
  mealIcons: new Set(entriesOf(files, mealIconResourceSpec).map(({ id }) => id)),
  // Product files name videos by path or URL, not by id. The paths are checked when the media files are read.
  files: new Set<number>(),
  products: new Set(products.map(({ value }) => value.id)),
  bottles: new Set(products.flatMap(({ value }) => listBoxableVariantIds({ ...value, variants: value.declinations }))),
});

const toCheckedProduct = ({ declinations, products, videos: _videos, ...product }: ProductFile) => ({
  ...product,
  videos: [],
  variants: declinations,
  boxContents: products.map(({ idDeclination }) => ({ variantId: idDeclination })),
});

/** Fields whose name in the product file differs from that of the input: input field → file field. */
const fieldNamesInFile: Record<string, string> = { variants: 'declinations', boxContents: 'products' };

const toFieldOfFile = <Issue extends { path: readonly (string | number)[] }>(issue: Issue): Issue => {
  const [field = '', ...rest] = issue.path;
  return { ...issue, path: [fieldNamesInFile[field] ?? field, ...rest] };
};

function checkRules(product: ProductFile): IssueWithinContentFile[] {
  const checked = toCheckedProduct(product);
  const issues = [
    ...findProductFieldIssues(checked),
    ...findMissingCapacities(checked),
    ...findTooDistantPrices(checked.variants, new Date()),
  ];
  return toContentFileIssues(issues.map(toFieldOfFile));
}

function checkPriceHistory({ declinations }: ProductFile): IssueWithinContentFile[] {
  const today = new Date().toISOString().slice(0, 10);
  return declinations.flatMap(({ priceHistory }, index) =>
    priceHistory.flatMap(({ from }, entry) =>
      from <= today ? [] : [{ path: `declinations.${index}.priceHistory.${entry}.from`, reason: 'is in the future' }],
    ),
  );
}

/** Reports entries of a file that repeat the key of another, such as an id. */
export const checkUniqueKeys = ({ files }: Pick<ParsedSiteContent, 'files'>): ContentIssue[] =>
  Object.entries(contentFileDefinitions).flatMap(([name, { key }]) => {
    if (key === null) return [];
    const entries = (files as object as Record<string, readonly Record<string, string | number>[]>)[name] ?? [];
    const keys = entries.flatMap((entry) => entry[key] ?? []);
    return addFileName(`content/${name}`, findDuplicateValueIssues(keys, key, `the ${key}`));
  });

const checkRulesOfItems = ({ files }: ParsedSiteContent): ContentIssue[] =>
  adminResourceSpecs.flatMap((spec) =>
    spec.file ? toContentIssues(`content/${spec.file}`, findRuleIssues(spec, entriesOf(files, spec))) : [],
  );

export function checkSiteContent({ config, content }: ParsedSiteFolder): ContentIssue[] {
  return [
    ...checkUniqueKeys(content),
    ...checkRulesOfItems(content),
    ...checkParameters(content),
    ...checkPlaceholders(content, config),
    ...checkTrees(content, config.languages),
    ...checkPages(content),
    ...checkPopups(content),
    ...checkProductFiles(content),
    ...articleTypeNames.flatMap((name) => checkItemKeys(content.items[name])),
    ...checkBlogFiles(content),
    ...checkElements(content),
    ...checkServices(content),
    ...checkAddresses(content),
    ...checkImages(content),
    ...checkShopFiles(content),
    ...checkFormNewsletters(content),
    ...checkPanelFiles(content),
  ];
}

function checkParameters(content: ParsedSiteContent): ContentIssue[] {
  const parameters = content.files['parameters.json'];
  const texts = getParameterTexts(content);
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
    const issues = findTreeIssues({ entries, owner }, { pages, entryOwners });
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
  const forms = new Set(entriesOf(files, formResourceSpec).map(({ id }) => id));
  return files['pages.json'].flatMap((page, index) => {
    const texts = page.sections.flatMap((section, position): IssueWithinContentFile[] =>
      section.kind === 'html' && (section.markdown === undefined) === (section.html === undefined)
        ? [{ path: `${index}.sections.${position}`, reason: 'must have either markdown or html' }]
        : [],
    );
    return addFileName('content/pages.json', [
      ...toContentFileIssues(findCrossSectionIssues(page), index),
      ...texts,
      ...toItemFileIssues(findSectionFormIssues(page, forms), index),
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
    entriesOf(files, estateAddressResourceSpec).flatMap((address, index) =>
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
