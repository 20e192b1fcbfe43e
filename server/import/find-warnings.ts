import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isColour } from '#shared/site/colours.ts';
import type { ContentIssue } from './content-issues.ts';
import { type ParsedSiteFolder, readSiteFolderContent } from './read-site-folder.ts';

/**
 * Finds probable mistakes that do not prevent an import. A folder that cannot be read is reported as issues instead.
 */
export async function findWarnings(dir: string): Promise<ContentIssue[]> {
  const read = await readSiteFolderContent(dir);
  if (!read.ok) return [];
  return [
    ...warnOfHosts(read.value),
    ...warnOfPayments(read.value),
    ...warnOfColours(read.value),
    ...(await warnOfStarterTexts(read.value)),
  ];
}

const warnOfHosts = ({ config }: ParsedSiteFolder): ContentIssue[] =>
  config.hosts.flatMap(({ name }, index) =>
    name === 'localhost' || name.endsWith('.localhost')
      ? [{ file: 'site.json', path: `hosts.${index}.name`, reason: `"${name}" is a name of this machine alone` }]
      : [],
  );

const warnOfPayments = ({ content: { files } }: ParsedSiteFolder): ContentIssue[] =>
  files['payment-methods.json'].length === 0
    ? [{ file: 'content/payment-methods.json', path: '', reason: 'has no payment method, so nothing can be ordered' }]
    : [];

function warnOfColours({ content: { files } }: ParsedSiteFolder): ContentIssue[] {
  const { primary, accent, backgrounds, ink, menu } = files['theme.json'];
  const colours: [path: string, value: unknown][] = [
    ['primary', primary],
    ['accent', accent],
    ['ink', ink],
    ...Object.entries(backgrounds).map(([key, value]): [string, unknown] => [`backgrounds.${key}`, value]),
    ...Object.entries(menu).map(([key, value]): [string, unknown] => [`menu.${key}`, value]),
  ];
  return colours.flatMap(([path, value]) =>
    typeof value === 'string' && value !== '' && !isColour(value)
      ? [
          {
            file: 'content/theme.json',
            path,
            reason: `"${value}" is no colour such as "#5b2a3c"; the default is shown`,
          },
        ]
      : [],
  );
}

const starter = fileURLToPath(new URL('../cli/starter', import.meta.url));

/**
 * Files of the starter that describe an invented estate. Legal texts are not listed, because they may stay unchanged.
 */
const inventedFiles = /^(addresses\.json|pages\/|news\/|products\/)/;

/** Tells if a file still equals that of the starter. Placeholders in the starter match any text. */
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
    /\[[^\]]*(à compléter|to be completed)\]/.test(JSON.stringify(value)),
  );
  for (const [path] of unfilled) warnings.push({ file: 'content/parameters.json', path, reason: 'is to be completed' });
  return warnings;
}

function isStarterText(text: string, template: string): boolean {
  const parts = template.split(/__[A-Z]+__/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^\\n]*')}$`).test(text);
}
