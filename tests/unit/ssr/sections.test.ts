import { describe, expect, it } from 'vitest';
import { render } from '#client/app/entry.server.tsx';
import { pageDefinitions } from '#client/app/page-definitions.ts';
import type { ApiReader } from '#shared/rendering.ts';
import type { SectionKindWithConfig } from '#shared/site/sections.ts';
import type { Page, PublicSection } from '#shared/site/site-contract.ts';
import {
  createSamplePageEntry,
  createSampleRead,
  sampleAssets,
  sampleSite,
} from '#tests/support/fixtures/sample-site.ts';
import { createSampleSectionImage, sampleSectionConfigs, sampleSectionKinds } from '../site/sample-sections.ts';
import { readRenderedHtml } from './read-rendered-html.ts';

const sectionOf = (component: SectionKindWithConfig, id: number): PublicSection =>
  ({
    id,
    kind: 'component',
    html: null,
    component,
    config: sampleSectionConfigs[component],
    hash: '',
  }) as PublicSection;

const htmlSection = (id: number, html: string): PublicSection => ({
  id,
  kind: 'html',
  html,
  component: null,
  config: null,
  hash: '0',
});

const paths = { HOME: '/', ESTATE: '/domaine', MOTORHOME: '/domaine', CMS: '/domaine', CONTACT: '/contact' };
type SectionedPageKind = keyof typeof paths;

/**
 * Renders a page with the given sections. In the result, `calls` contains the names of the API calls that were made.
 */
async function show(type: SectionedPageKind, sections: PublicSection[]) {
  const page: Page = { id: 9, title: 'Own title', type, image: createSampleSectionImage(5), layouts: sections };
  const respond = createSampleRead({
    'GET /page/tree': { pages: [createSamplePageEntry(1, 'domaine', type, { page: 9 })] },
    'GET /page/{id}': { page },
    'GET /product': { products: [], total: 0 },
    'GET /award': { awards: [] },
  });
  const calls: string[] = [];
  const read = ((name, input) => {
    calls.push(name);
    return respond(name, input);
  }) as ApiReader;
  const result = await render({ site: sampleSite, path: paths[type], read, assets: sampleAssets });
  return { html: readMain(await readRenderedHtml(result)), calls, status: result.status };
}

const readMain = (html: string): string => html.slice(html.indexOf('<main'), html.indexOf('</main>'));

/**
 * A text in a page that shows that a section of the kind has been rendered. The kinds `products`, `picture`, `contact`,
 * `addresses` and `form` have none.
 */
const markOf: Partial<Record<SectionKindWithConfig, string>> = {
  hero: 'The hero',
  heading: 'The heading',
  text: 'A text paragraph',
  welcome: 'A welcome',
  gallery: 'alt="View 1"',
  timeline: 'First hectare',
  figures: 'of vines',
  people: 'Cellar master',
  services: 'Drinking water',
  prices: 'One night',
  rules: 'No fires',
  news: 'Latest news',
  reviews: 'Un accueil chaleureux.',
  landscape: 'In October',
  hours: 'By the lane',
  map: 'Turn right',
};

describe.each(Object.keys(paths) as SectionedPageKind[])('a page of kind %s', (type) => {
  it.each([
    ['as written', ['rules', 'timeline', 'map', 'text', 'figures', 'hours', 'news', 'people']],
    ['in another order', ['people', 'news', 'hours', 'figures', 'text', 'map', 'timeline', 'rules']],
  ] as const)('shows its sections %s', async (_, kinds) => {
    const { html } = await show(type, kinds.map(sectionOf));
    const positions = kinds.map((kind) => html.indexOf(markOf[kind] ?? ''));
    expect(positions).not.toContain(-1);
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
  });

  it('shows HTML between its other sections', async () => {
    const { html } = await show(type, [sectionOf('rules', 1), htmlSection(2, '<p>Own HTML</p>'), sectionOf('text', 3)]);
    expect(html.indexOf('No fires')).toBeLessThan(html.indexOf('<p>Own HTML</p>'));
    expect(html.indexOf('<p>Own HTML</p>')).toBeLessThan(html.indexOf('A text paragraph'));
  });

  it.each([
    ['its hero', [sectionOf('hero', 1)], 'The hero'],
    ['its heading', [sectionOf('heading', 1)], 'The heading'],
    ['its title where no section opens it', [sectionOf('rules', 1)], null],
    ['its title where it has no section', [], null],
  ] as const)('has one first-level heading: %s', async (_, sections, heading) => {
    const { html, status } = await show(type, [...sections]);
    const headings = [...html.matchAll(/<h1[^>]*>(.*?)<\/h1>/g)].map(([, text]) => text);
    const ownTitle = { HOME: sampleSite.name, CONTACT: 'Titre domaine' } as Partial<Record<string, string>>;
    expect(status).toBe(200);
    expect(headings).toEqual([heading ?? ownTitle[type] ?? 'Own title']);
  });

  it('calls only the endpoints that its sections need', async () => {
    const needs: Partial<Record<SectionKindWithConfig, string>> = {
      products: 'GET /product',
      news: 'GET /news',
      reviews: 'GET /estate/review',
    };
    for (const kind of sampleSectionKinds) {
      const { calls } = await show(type, [sectionOf(kind, 1)]);
      for (const [needing, call] of Object.entries(needs))
        expect(calls.includes(call), `${call} for ${kind}`).toBe(kind === needing);
      // Every page reads the addresses for the site's shell; a section of addresses reads them again.
      expect(calls.filter((call) => call === 'GET /company/address')).toHaveLength(kind === 'addresses' ? 2 : 1);
    }
  });
});

it.each(Object.keys(markOf) as SectionKindWithConfig[])(
  'a page shows the content of a section of kind %s',
  async (kind) => {
    expect((await show('CMS', [sectionOf(kind, 1)])).html).toContain(markOf[kind]);
  },
);

it('a section leaves out a picture that no longer exists', async () => {
  const config = { ...sampleSectionConfigs.figures, image: null };
  const { html } = await show('CMS', [{ ...sectionOf('figures', 1), config } as PublicSection]);
  expect(html).toContain('of vines');
  expect(html).not.toContain('/image/1?');
});

it('every kind of page that shows sections has a page module', () => {
  for (const kind of Object.keys(paths) as SectionedPageKind[])
    expect(pageDefinitions[kind].source).toMatch(/client\/(features\/site|app\/pages)\/\w+Page\.tsx$/);
});
