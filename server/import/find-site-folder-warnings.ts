import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eLabelResourceSpec } from '#shared/labels/e-label-input.ts';
import { listPaymentDays, toUnpaidOrderRules } from '#shared/orders/unpaid-orders.ts';
import { paymentMethodResourceSpec } from '#shared/payments/payment-method-input.ts';
import { carrierResourceSpec, collectionScheduleResourceSpec } from '#shared/shipping/shipping-resource-specs.ts';
import { findContradictions } from '#shared/shipping/terms-conflicts.ts';
import { toShippingRules } from '#shared/shipping/to-shipping-rules.ts';
import { resolveBrandColours } from '#shared/site/brand-colours.ts';
import { isLocalDomainName } from '#shared/site/domain-name.ts';
import { findContrastWarnings } from '#shared/site/find-contrast-warnings.ts';
import {
  type GoLiveTaskCode,
  hasUnfilledGap,
  listGoLiveTasksWithState,
  resolveTextParameters,
} from '#shared/site/go-live.ts';
import { flattenPageEntries } from '#shared/site/page-tree-input.ts';
import type { Parameters } from '#shared/site/parameter-definitions.ts';
import { parseCssColour } from '#shared/site/parse-css-colour.ts';
import { getParameterTexts } from './content-file-issues.ts';
import type { ContentIssue } from './content-issues.ts';
import { entriesOf } from './content-schema.ts';
import { type ParsedSiteFolder, readSiteFolderContent } from './read-site-folder.ts';

const file = 'content/theme.json';

/**
 * Finds pairs of colours with too little contrast, and colours of the theme that a parameter replaces by another one.
 */
function findColourWarnings({ content: { files } }: ParsedSiteFolder): ContentIssue[] {
  const { 'theme.json': theme, 'parameters.json': parameters } = files;
  const replaced = (
    [
      ['primary', 'PRIMARY_COLOR'],
      ['accent', 'ACCENT_COLOR'],
    ] as const
  ).flatMap(([path, key]) => {
    const colour = parameters[key];
    if (typeof colour !== 'string' || colour === '' || parseCssColour(colour) === parseCssColour(theme[path]))
      return [];
    return [{ file, path, reason: `has no effect: ${key} in parameters.json is "${colour}" and takes precedence` }];
  });
  return [...replaced, ...warnOfContrast(files)];
}

function warnOfContrast({ 'theme.json': theme, 'parameters.json': parameters }: ParsedSiteFolder['content']['files']) {
  const { PRIMARY_COLOR, ACCENT_COLOR } = parameters;
  const brand = resolveBrandColours(theme, {
    ...(typeof PRIMARY_COLOR === 'string' && { PRIMARY_COLOR }),
    ...(typeof ACCENT_COLOR === 'string' && { ACCENT_COLOR }),
  });
  return findContrastWarnings({ ...theme, ...brand }).map(({ colour, background, ratio, minRatio }) => ({
    file,
    path: colour,
    reason: `has a contrast of ${ratio.toFixed(1)} to "${background}"; at least ${minRatio} is needed, so the pages show another tone`,
  }));
}

/**
 * Finds probable mistakes that do not prevent an import. Returns none for a folder that cannot be read;
 * `checkSiteFolder` reports its issues.
 */
export async function findSiteFolderWarnings(dir: string): Promise<ContentIssue[]> {
  const read = await readSiteFolderContent(dir);
  if (!read.ok) return [];
  return [
    ...read.value.warnings,
    ...warnOfHosts(read.value),
    ...warnOfGoLiveTasks(read.value),
    ...warnOfUnreachableRates(read.value),
    ...warnOfLabels(read.value),
    ...warnOfEmptyRoutes(read.value),
    ...findColourWarnings(read.value),
    ...(await warnOfStarterTexts(read.value)),
  ];
}

const warnOfHosts = ({ config }: ParsedSiteFolder): ContentIssue[] =>
  config.hosts.flatMap(({ name }, index) =>
    isLocalDomainName(name)
      ? [
          {
            file: 'site.json',
            path: `hosts.${index}.name`,
            reason: `"${name}" is reserved for local networks and tests`,
          },
        ]
      : [],
  );

/** Warns of rates that no cart can have, because their brackets end below the smallest number of bottles to ship. */
function warnOfUnreachableRates({ content: { files } }: ParsedSiteFolder): ContentIssue[] {
  const { minBottles } = toShippingRules(files['parameters.json'] as Parameters);
  return entriesOf(files, carrierResourceSpec).flatMap(({ rates }, carrier) =>
    rates.flatMap(({ brackets }, rate) => {
      const largest = brackets.at(-1)?.upTo ?? null;
      if (largest === null || largest >= minBottles) return [];
      const reason = `end at ${largest} bottles, but MINIMUM_EXPEDITION_BOTTLE is ${minBottles}, so nothing is delivered at this rate`;
      return [{ file: 'content/carriers.json', path: `${carrier}.rates.${rate}.brackets`, reason }];
    }),
  );
}

/**
 * Warns of electronic labels whose product is missing. This is not an error, because a label stays when its product is
 * deleted.
 */
function warnOfLabels({ content: { files, products } }: ParsedSiteFolder): ContentIssue[] {
  const ids = new Set(products.map(({ value }) => value.id));
  return entriesOf(files, eLabelResourceSpec).flatMap(({ product }, index) =>
    product === null || ids.has(product)
      ? []
      : [{ file: 'content/e-labels.json', path: `${index}.product`, reason: `there is no product ${product}` }],
  );
}

/**
 * Warns of lists in the page tree that have no elements. A list may be empty, for example between two events, but its
 * route can also be mistyped.
 */
function warnOfEmptyRoutes({ content: { elements, trees } }: ParsedSiteFolder): ContentIssue[] {
  const routes = new Set(elements.map(({ route }) => route));
  return Object.entries(trees).flatMap(([lang, entries]) =>
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
  );
}

/**
 * The warning for each open task before the shop opens, by the code of the task. Local hosts and unfinished texts have
 * separate warnings, which name the host and the parameter.
 */
const goLiveWarnings: Partial<Record<GoLiveTaskCode, readonly [file: string, path: string, reason: string]>> = {
  terms: ['parameters.json', 'SALE_TERMS', 'is empty or to be completed, and the law requires terms of sale'],
  mediator: ['parameters.json', 'SALE_TERMS', 'names no consumer mediator, which the law requires'],
  'legal-notice': [
    'parameters.json',
    'LEGAL_NOTICE',
    'is empty or to be completed, and the law requires a legal notice',
  ],
  'privacy-policy': [
    'parameters.json',
    'PRIVACY_POLICY',
    'is empty or to be completed, and the law requires a privacy policy',
  ],
  company: [
    'parameters.json',
    '',
    'lacks the name, the head office, the telephone number, the email address or the registration of the company',
  ],
  accessibility: [
    'parameters.json',
    'ACCESSIBILITY',
    'has no complete accessibility statement, which an online shop must publish unless it is a micro-enterprise: fill it in and add a page of the type ACCESSIBILITY to the page tree of each language',
  ],
  'payment-methods': ['payment-methods.json', '', 'has no payment method, so nothing can be ordered'],
  delivery: ['carriers.json', '', 'has no carrier, and pickup.json no place, so nothing can be ordered'],
  products: ['products', '', 'has no product'],
  prices: ['products', '', 'has a product with the price 0'],
};

function warnOfGoLiveTasks({ config, content }: ParsedSiteFolder): ContentIssue[] {
  const { files, products, trees } = content;
  const texts = resolveTextParameters(getParameterTexts(content), config.languages, config.defaultLang);
  const tasks = listGoLiveTasksWithState({
    ...texts,
    contradictions: findContradictions(texts.translations, {
      rules: toShippingRules(files['parameters.json'] as Parameters),
      carriers: entriesOf(files, carrierResourceSpec),
      paymentDays: listPaymentDays(toUnpaidOrderRules(files['parameters.json'] as Parameters)),
    }),
    hasAccessibilityPage: config.languages.every((lang) =>
      flattenPageEntries(trees[lang] ?? []).some(({ type }) => type === 'ACCESSIBILITY'),
    ),
    hosts: config.hosts.map(({ name }) => name),
    paymentMethods: entriesOf(files, paymentMethodResourceSpec).length,
    deliveryMethods:
      entriesOf(files, carrierResourceSpec).length + entriesOf(files, collectionScheduleResourceSpec).length,
    products: products.length,
    unpricedVariants: products.flatMap(({ value }) => value.declinations).filter(({ price }) => price === 0).length,
  });
  return tasks.flatMap(({ code, isDone, languages, sentences }) => {
    if (code === 'announced-figures')
      return (sentences ?? []).map((sentence) => ({
        file: 'content/parameters.json',
        path: 'SALE_TERMS',
        reason: `announces other figures than the shop applies: "${sentence}"`,
      }));
    const warning = isDone ? undefined : goLiveWarnings[code];
    if (!warning) return [];
    const [file, path, reason] = warning;
    return [{ file: `content/${file}`, path, reason: languages ? `${reason} (${languages.join(', ')})` : reason }];
  });
}

const starter = fileURLToPath(new URL('../cli/starter', import.meta.url));

/**
 * Files of the starter that describe an invented estate. Legal texts are not listed, because they may stay unchanged.
 */
const inventedFiles = /^(addresses\.json|pages\/|news\/|products\/)/;

/**
 * Warns of files that still equal those of the starter, where placeholders match any text, and of parameters that are
 * to be completed.
 */
async function warnOfStarterTexts({ dir, content: { files } }: ParsedSiteFolder): Promise<ContentIssue[]> {
  const warnings: ContentIssue[] = [];
  for (const entry of await readdir(starter, { recursive: true })) {
    const name = entry.replaceAll('\\', '/');
    if (!inventedFiles.test(name) || !/\.(json|md)$/.test(name)) continue;
    const text = await readFile(join(dir, 'content', name), 'utf8').catch(() => null);
    if (text !== null && isStarterText(text, await readFile(join(starter, name), 'utf8')))
      warnings.push({ file: `content/${name}`, path: '', reason: 'is still the text of the starter' });
  }
  const unfilled = Object.entries(files['parameters.json']).filter(([, value]) =>
    hasUnfilledGap(JSON.stringify(value)),
  );
  for (const [path] of unfilled) warnings.push({ file: 'content/parameters.json', path, reason: 'is to be completed' });
  return warnings;
}

/** Checks whether a text is its template, with any text of one line for each `__NAME__`. */
function isStarterText(text: string, template: string): boolean {
  const lines = text.split('\n');
  const templateLines = template.split('\n');
  return (
    lines.length === templateLines.length && templateLines.every((line, index) => isLineOf(line, lines[index] ?? ''))
  );
}

function isLineOf(template: string, line: string): boolean {
  const [start = '', ...parts] = template.split(/__[A-Z]+__/);
  const end = parts.pop();
  if (end === undefined) return line === start;
  if (!line.startsWith(start)) return false;
  let from = start.length;
  for (const part of parts) {
    const at = line.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return line.length - end.length >= from && line.endsWith(end);
}
