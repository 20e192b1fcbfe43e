import { z } from 'zod';
import { Id } from '../input-fields.ts';
import { createRefinement, type InputIssue } from '../input-issue.ts';
import { findIssuesOfReferences, type ReferenceTargets, type UnknownReference } from '../item-issue.ts';
import { languages } from '../languages.ts';
import { Localized } from '../localized.ts';
import { LocalizedMarkdownOrHtml } from '../localized-markdown-or-html.ts';
import { internalLinkPattern } from './link-target.ts';
import { popupKinds } from './popup-contract.ts';
import { popupPageKinds } from './popup-page-kinds.ts';

/** Minimum delay of a popup, so that none appears before the visitor has begun to read. */
const minDelaySeconds = 3;
const maxDelaySeconds = 600;

const ButtonUrl = z.string().regex(new RegExp(`${internalLinkPattern.source}|^https:\\/\\/`), {
  error: 'a path such as "/contact", or a URL that begins with "https://"',
});

export const PopupFields = z.strictObject({
  id: Id,
  kind: z.enum(popupKinds).default('notice'),
  title: Localized,
  body: LocalizedMarkdownOrHtml,
  image: Id.nullable().default(null),
  button: z
    .strictObject({ label: Localized, url: z.union([ButtonUrl, z.partialRecord(z.enum(languages), ButtonUrl)]) })
    .nullable()
    .default(null),
  startsOn: z.iso.date().nullable().default(null),
  endsOn: z.iso.date().nullable().default(null),
  /**
   * Kinds of pages that show the popup. If neither `pageKinds` nor `pageEntries` is set, the popup appears on every
   * page that may have one.
   */
  pageKinds: z.array(z.enum(popupPageKinds)).default([]),
  /** Ids of the page tree entries, in any language, whose pages show the popup. */
  pageEntries: z.array(Id).max(200).default([]),
  /** The delay after which the popup appears, in seconds; null for a popup that appears when the visitor scrolls. */
  delaySeconds: z.int().min(minDelaySeconds).max(maxDelaySeconds).nullable().default(null),
  isShownOnEveryReload: z.boolean().default(false),
  isScrollLocked: z.boolean().default(true),
});

type CheckedFields = Pick<z.infer<typeof PopupFields>, 'kind' | 'button' | 'startsOn' | 'endsOn'>;

export const findPopupIssues = ({ kind, button, startsOn, endsOn }: CheckedFields): InputIssue[] => [
  ...(startsOn && endsOn && endsOn < startsOn
    ? [{ path: ['endsOn'], message: 'must not be before "startsOn"', code: 'end_before_start' }]
    : []),
  ...(kind === 'age' && !button
    ? [{ path: ['button'], message: 'is required, because it is the way on for visitors who are too young' }]
    : []),
];

export const PopupInput = PopupFields.superRefine(createRefinement(findPopupIssues));
export type PopupInput = z.infer<typeof PopupInput>;

/** Finds the page tree entries that a popup names although no page tree contains them. */
export const findReferenceIssuesOfPopup = (
  { pageEntries }: Pick<PopupInput, 'pageEntries'>,
  known: ReferenceTargets<number>,
): UnknownReference[] => findIssuesOfReferences('page entry', ['pageEntries'], pageEntries, known);
