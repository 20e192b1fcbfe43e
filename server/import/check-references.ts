import { firstDerivedId } from '#server/api/media/media-id.ts';
import { isCountry } from '#server/api/places/places.ts';
import { type ParameterInput, parameterIssue } from '#shared/site/parameter-input.ts';
import type { ParameterType } from '#shared/site/parameter-types.ts';
import { openingKinds } from '#shared/site/sections.ts';
import { checkPlaceholders } from './check-placeholders.ts';
import { checkProducts } from './check-products.ts';
import { checkShop } from './check-shop.ts';
import type { ContentIssue } from './content-issues.ts';
import type { PageTreeEntry } from './content-schema.ts';
import { type Finding, findDuplicates, inFile } from './findings.ts';
import type { SiteContent, SiteFolder } from './read-site-folder.ts';

/** Reports duplicate ids and slugs and missing references between the files of a site. */
export function checkReferences({ config, content }: SiteFolder): ContentIssue[] {
  return [
    ...checkUniqueIds(content),
    ...checkParameters(content),
    ...checkPlaceholders(content, config),
    ...checkTrees(content, config.languages),
    ...checkPages(content),
    ...checkProducts(content),
    ...checkNews(content),
    ...checkAddresses(content),
    ...checkImages(content),
    ...checkShop(content),
  ];
}

function checkUniqueIds({ files }: SiteContent): ContentIssue[] {
  const lists = [
    'images.json',
    'logos.json',
    'pages.json',
    'variations.json',
    'meal-icons.json',
    'awards.json',
    'addresses.json',
    'carriers.json',
    'discount-codes.json',
    'relay-points.json',
    'newsletter-lists.json',
  ] as const;
  return lists.flatMap((name) =>
    inFile(
      `content/${name}`,
      findDuplicates(
        files[name].map(({ id }) => id),
        'id',
        'the id',
      ),
    ),
  );
}

function checkParameters({ files }: SiteContent): ContentIssue[] {
  const findings = Object.entries(files['parameters.json']).flatMap(([key, value]): Finding[] => {
    const reason = parameterIssue(key as ParameterType, value as ParameterInput['value']);
    return reason ? [{ path: key, reason }] : [];
  });
  return inFile('content/parameters.json', findings);
}

function checkTrees({ files, trees }: SiteContent, languages: readonly string[]): ContentIssue[] {
  const pages = new Set(files['pages.json'].map(({ id }) => id));
  const seen = new Map<number, string>();
  const issues: ContentIssue[] = [];
  for (const [lang, tree] of Object.entries(trees)) {
    const file = `content/page-tree.${lang}.json`;
    if (tree.length === 0 && languages.includes(lang))
      issues.push({ file, path: '', reason: 'has no page, and site.json lists this language' });
    issues.push(...inFile(file, checkEntries(tree, '', pages, seen, file)));
  }
  return issues;
}

function checkEntries(
  entries: readonly PageTreeEntry[],
  prefix: string,
  pages: ReadonlySet<number>,
  seen: Map<number, string>,
  file: string,
): Finding[] {
  const findings = findDuplicates(
    entries.map(({ url }) => url),
    'url',
    'the address',
    prefix,
  );
  entries.forEach((entry, index) => {
    const path = `${prefix}${index}`;
    const other = seen.get(entry.id);
    if (other) findings.push({ path: `${path}.id`, reason: `${entry.id} is used already in ${other}` });
    seen.set(entry.id, file);
    if (entry.page !== undefined && !pages.has(entry.page))
      findings.push({ path: `${path}.page`, reason: `pages.json has no page ${entry.page}` });
    if (entry.cms?.isCmsPage && entry.page === undefined)
      findings.push({ path: `${path}.page`, reason: 'is missing: a CMS page shows one of pages.json' });
    if (entry.cms?.route && !entry.cms.route.startsWith('/'))
      findings.push({ path: `${path}.cms.route`, reason: 'must begin with /' });
    const link = linkIssue(entry);
    if (link) findings.push({ path: `${path}.link`, reason: link });
    findings.push(...checkEntries(entry.children ?? [], `${path}.children.`, pages, seen, file));
  });
  return findings;
}

/** Checks the target of an entry that is a link. */
function linkIssue({ type, link }: PageTreeEntry): string | null {
  if (type === 'LINK' && (!link || link.type === 'NONE')) return 'is missing: an entry of type LINK leads somewhere';
  switch (link?.type) {
    case 'INTERNAL':
      return /^\/(?![/\\])/.test(link.url) ? null : 'must have a url that begins with one /';
    case 'EXTERNAL':
      return /^(https?:\/\/[^\s/]+|mailto:[^\s]+|tel:[+\d])/.test(link.url)
        ? null
        : 'must have a url that begins with https://, http://, mailto: or tel:';
    case 'SCRIPT':
      return link.jsCode.trim() === '' ? 'must have the jsCode that it runs' : null;
    default:
      return null;
  }
}

function checkPages({ files }: SiteContent): ContentIssue[] {
  return files['pages.json'].flatMap(({ sections }, index) => {
    const findings = findDuplicates(
      sections.map(({ id }) => id),
      'id',
      'the id',
      `${index}.sections.`,
    );
    sections.forEach((section, position) => {
      const path = `${index}.sections.${position}`;
      if (position > 0 && openingKinds.includes(section.kind))
        findings.push({ path: `${path}.kind`, reason: `"${section.kind}" can only be the first section of a page` });
      if (section.kind === 'html' && (section.markdown === undefined) === (section.html === undefined))
        findings.push({ path, reason: 'must have either markdown or html' });
    });
    return inFile('content/pages.json', findings);
  });
}

function checkNews({ news }: SiteContent): ContentIssue[] {
  const ids = new Map<number, string>();
  const slugs = new Map<string, string>();
  return news.flatMap(({ file, value }) => {
    const findings: Finding[] = [];
    const other = ids.get(value.id);
    if (other) findings.push({ path: 'id', reason: `${value.id} is used already in ${other}` });
    ids.set(value.id, file);
    const ownSlugs = new Set(typeof value.slug === 'string' ? [value.slug] : Object.values(value.slug));
    for (const slug of ownSlugs) {
      const same = slugs.get(slug);
      if (same) findings.push({ path: 'slug', reason: `"${slug}" is used already in ${same}` });
      slugs.set(slug, file);
    }
    return inFile(file, findings);
  });
}

function checkAddresses({ files }: SiteContent): ContentIssue[] {
  const findings = files['addresses.json'].flatMap(({ country }, index): Finding[] =>
    isCountry(country) ? [] : [{ path: `${index}.country`, reason: `"${country}" is no country` }],
  );
  return inFile('content/addresses.json', findings);
}

function checkImages({ files }: SiteContent): ContentIssue[] {
  const list = files['images.json'];
  const findings = findDuplicates(
    list.map(({ file }) => file),
    'file',
    'the file',
  );
  list.forEach(({ id }, index) => {
    if (id >= firstDerivedId) findings.push({ path: `${index}.id`, reason: `must be below ${firstDerivedId}` });
  });
  return inFile('content/images.json', findings);
}
