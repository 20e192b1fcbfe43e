import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFallbackSite } from '#client/ssr/create-fallback-site.ts';
import { renderTheme } from '#client/ssr/render-theme.ts';

const root = join(import.meta.dirname, '../..');
const sources = globSync('client/**/*.{css,ts,tsx}', { cwd: root }).map((file) => ({
  file,
  code: readFileSync(join(root, file), 'utf8'),
}));

/** The properties that the estate's theme sets on every page. */
function listThemeProperties(): string[] {
  const site = {
    id: 1,
    name: 'Estate',
    lang: 'en',
    defaultLang: 'en',
    timeZone: 'Europe/Paris',
    alternates: [],
  } as const;
  const { theme, info, parameters } = createFallbackSite({ ...site, origin: 'https://estate.example' } as never);
  return renderTheme(theme, info, parameters).style.match(/--[\w-]+(?=:)/g) ?? [];
}

test('every custom property that style sheets use is set by the theme or the client', () => {
  const declared = new Set([
    ...listThemeProperties(),
    ...sources.flatMap(({ code }) => code.match(/--[\w-]+(?=\s*:|['"]\s*[\]:])/g) ?? []),
  ]);
  // Ignores properties with a fallback, which may be unset, and those of the cookie banner's library, which begin with
  // `--cc-`.
  const unknown = sources.flatMap(({ file, code }) =>
    [...code.matchAll(/var\((--(?!cc-)[\w-]+)\)/g)].flatMap(([, name = '']) =>
      declared.has(name) ? [] : [`${file}: ${name}`],
    ),
  );
  expect(declared.size).toBeGreaterThan(60);
  expect(unknown, 'client/styles/tokens.css lists the properties').toEqual([]);
});
