import { z } from 'zod';
import { Id, Slug } from '../input-fields.ts';
import { createRefinement, type InputIssue } from '../input-issue.ts';
import { languages } from '../languages.ts';
import { externalLinkPattern, internalLinkPattern } from './link-target.ts';
import { pageEntryKinds } from './page-entry-kinds.ts';

const LinkInput = z.strictObject({
  type: z.enum(['NONE', 'INTERNAL', 'EXTERNAL', 'SCRIPT']),
  url: z.string().default(''),
  /** The code that a click on a link of type SCRIPT runs. */
  jsCode: z.string().default(''),
});

const EntryFields = z.strictObject({
  id: Id,
  url: Slug,
  menuTitle: z.string().min(1),
  title: z.string().min(1),
  metaDescription: z.string(),
  showInMenu: z.boolean(),
  isText: z.boolean().default(false),
  type: z.enum(pageEntryKinds),
  /** The list that an entry of type ELEMENTS shows, such as `events`. */
  elementRoute: Slug.optional(),
  /** The id of the page that the entry shows. Entries in several languages may show the same page. */
  page: Id.optional(),
  cms: z.strictObject({ isCmsPage: z.boolean(), route: z.string() }).optional(),
  link: LinkInput.optional(),
});

export interface PageEntryInput extends z.infer<typeof EntryFields> {
  children?: PageEntryInput[] | undefined;
}

/** The entries of a page tree in menu order, with their children nested. */
export const PageEntriesInput: z.ZodType<PageEntryInput[]> = z.array(
  z.lazy(() => z.strictObject({ ...EntryFields.shape, children: PageEntriesInput.optional() })),
) as unknown as z.ZodType<PageEntryInput[]>;

/** Maximum length in characters of a page's path, which contains the slugs of all entries above it. */
const maxPagePathLength = 1_000;

/**
 * Finds violations of the rules for a list of page tree entries and their children that involve several fields or
 * entries.
 * @param parentPath path of the list of entries in the input
 * @param parentUrl path of the entry above on the site
 */
export function findPageEntryIssues(
  entries: readonly PageEntryInput[],
  parentPath: readonly (string | number)[] = [],
  parentUrl = '',
): InputIssue[] {
  const positions = new Map<string, number>();
  return entries.flatMap((entry, index) => {
    const path = [...parentPath, index];
    const issues: InputIssue[] = [];
    const before = positions.get(entry.url);
    if (before === undefined) positions.set(entry.url, index);
    else {
      const other = [...parentPath, before].join('.');
      issues.push({ path: [...path, 'url'], message: `the address "${entry.url}" is used already at ${other}` });
    }
    const url = `${parentUrl}/${entry.url}`;
    if (url.length > maxPagePathLength)
      return [
        { path: [...path, 'url'], message: `the address of the page has more than ${maxPagePathLength} characters` },
      ];
    if (entry.cms?.isCmsPage && entry.page === undefined)
      issues.push({ path: [...path, 'page'], message: 'is missing: a CMS page shows a page' });
    if (entry.cms?.route && !entry.cms.route.startsWith('/'))
      issues.push({ path: [...path, 'cms', 'route'], message: 'must begin with /' });
    if ((entry.type === 'ELEMENTS') !== (entry.elementRoute !== undefined))
      issues.push({
        path: [...path, 'elementRoute'],
        message: 'belongs to each entry of type ELEMENTS, and to no other',
      });
    const link = linkIssue(entry);
    if (link) issues.push({ path: [...path, 'link'], message: link });
    return [...issues, ...findPageEntryIssues(entry.children ?? [], [...path, 'children'], url)];
  });
}

function linkIssue({ type, link }: PageEntryInput): string | null {
  if (type === 'LINK' && (!link || link.type === 'NONE')) return 'is missing: an entry of type LINK leads somewhere';
  switch (link?.type) {
    case 'INTERNAL':
      return internalLinkPattern.test(link.url) ? null : 'must have a url that begins with one /';
    case 'EXTERNAL':
      return externalLinkPattern.test(link.url)
        ? null
        : 'must have a url that begins with https://, http://, mailto: or tel:';
    case 'SCRIPT':
      return link.jsCode.trim() === '' ? 'must have the jsCode that it runs' : null;
    default:
      return null;
  }
}

/** Lists all entries of a page tree, parents before their children. */
export const flattenPageEntries = (entries: readonly PageEntryInput[]): PageEntryInput[] =>
  entries.flatMap((entry) => [entry, ...flattenPageEntries(entry.children ?? [])]);

function repeatedIdIssues(entries: readonly PageEntryInput[]): InputIssue[] {
  const ids = flattenPageEntries(entries).map(({ id }) => id);
  return new Set(ids).size === ids.length ? [] : [{ path: ['entries'], message: 'must not contain duplicate ids' }];
}

/**
 * The page tree of one language, which is saved as a whole. Ids of entries are unique over all languages of the site.
 */
export const PageTreeInput = z
  .strictObject({ lang: z.enum(languages), entries: PageEntriesInput })
  .superRefine(
    createRefinement(({ entries }) => [...findPageEntryIssues(entries, ['entries']), ...repeatedIdIssues(entries)]),
  );
export type PageTreeInput = z.infer<typeof PageTreeInput>;
