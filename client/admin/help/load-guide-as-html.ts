import { Marked } from 'marked';
import type { Lang } from '#shared/languages.ts';
import { buildGuideFilePath, type GuideName } from './guides.ts';

const files = import.meta.glob<string>('/docs/operators/panel/*/*.md', { query: '?raw', import: 'default' });

const marked = new Marked({
  gfm: true,
  // The headings of a guide move down one level, because the screen already has the heading of the first level.
  walkTokens: (token) => {
    if (token.type === 'heading') token.depth += 1;
  },
});

export async function loadGuideAsHtml(name: GuideName, lang: Lang): Promise<string> {
  const load = files[buildGuideFilePath(name, lang)];
  if (!load) throw new Error(`there is no guide "${name}" in the language ${lang}`);
  return marked.parse(await load(), { async: false });
}
