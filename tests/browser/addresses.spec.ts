import { expect, httpGet, test } from '#tests/support/browser/shop-test.ts';
import { chenes, type TestHost, willow, willowInFrench } from '#tests/support/fixtures/estates.ts';

const publicHost = (name: string): Pick<TestHost, 'name'> => ({ name });

const redirects: [string, Pick<TestHost, 'name'>, string, string][] = [
  ['a wine under the prefix of other products', chenes, '/products/cognac-vsop/20', '/wines/cognac-vsop/20'],
  ['a juice under the prefix of wines', chenes, '/wines/jus-de-raisin-blanc/25', '/products/jus-de-raisin-blanc/25'],
  ['a box under the prefix of wines', willow, '/wines/discovery-case/13', '/products/discovery-case/13'],
  ['a wrong slug', chenes, '/wines/vieux-nom/6', '/wines/rose-aube/6'],
  ['a wrong slug before a vintage', chenes, '/wines/vieux-nom/8/2021', '/wines/cabernet-les-vieux-chenes/8/2021'],
  [
    'a wrong slug before a format',
    chenes,
    '/wines/vieux-nom/8/detail/118',
    '/wines/cabernet-les-vieux-chenes/8/detail/118',
  ],
  ['the slug of a news article', chenes, '/actualites/vieux-titre/7', '/actualites/vendanges-2026-le-journal/7'],
  ['the slug of a blog post', chenes, '/carnet/vieux-titre/4', '/carnet/pourquoi-le-pineau-attend/4'],
  ['the slug of a blog folder', willow, '/journal/folder/old-name/2', '/journal/folder/sheep-and-hedges/2'],
  ['the slug of an album', chenes, '/albums/vieux-titre/1', '/albums/une-annee-au-domaine/1'],
  ['the slug of an event', willow, '/come-and-see-us/events/old-title/3', '/come-and-see-us/events/walk-and-lunch/3'],
  ['the slug of a service', chenes, '/notre-domaine/services/vieux-nom/1', '/notre-domaine/services/visite-privee/1'],
  ['the segment of the home page', chenes, '/accueil', '/'],
  [
    'the place in the tree of a page that has its own route',
    chenes,
    '/notre-domaine/nous-rendre-visite/visites-et-degustations',
    '/visites-et-degustations',
  ],
  ['a slash at the end', chenes, '/contact/', '/contact'],
  ['a slash at the end before a query', chenes, '/nos-produits/nos-vins/?kind=red', '/nos-produits/nos-vins?kind=red'],
  ['doubled slashes', willow, '/our-story//the-cellar', '/our-story/the-cellar'],
];

for (const [what, host, from, to] of redirects) {
  test(`${what} redirects permanently to the canonical address`, async () => {
    const response = await httpGet(host, from);
    expect(response.status).toBe(301);
    expect(response.headers.location).toBe(to);
    expect((await httpGet(host, to)).status).toBe(200);
  });
}

const unknown: [string, TestHost, string][] = [
  ['an unknown vintage', chenes, '/wines/cabernet-les-vieux-chenes/8/1950'],
  ['an unknown format', chenes, '/wines/cabernet-les-vieux-chenes/8/detail/101'],
  ['an unknown wine', chenes, '/wines/rose-aube/999'],
  ['an id that is no number', chenes, '/wines/rose-aube/abc'],
  ['an id with a leading zero', chenes, '/wines/rose-aube/06'],
  ['a negative id', chenes, '/wines/rose-aube/-6'],
  ['an id too large for any database', chenes, '/wines/rose-aube/99999999999'],
  ['a page of wines beyond the last', chenes, '/nos-produits/nos-vins?page=2'],
  ['a page of wines far beyond the last', chenes, '/nos-produits/nos-vins?page=999999'],
  ['a page of news beyond the last', willow, '/news?page=2'],
  ['an unknown article', willow, '/news/strings-on-the-lawn/99'],
  ['an unknown blog post', chenes, '/carnet/pourquoi-le-pineau-attend/99'],
  ['an unknown blog folder', willow, '/journal/folder/sheep-and-hedges/99'],
  ['a page of the blog beyond the last', chenes, '/carnet?page=99'],
  ['an unknown album', willowInFrench, '/images/une-journee-de-septembre/99'],
  ['a page of albums beyond the last', willow, '/pictures?page=99'],
  ['an unknown event', chenes, '/notre-domaine/agenda/l-atelier-d-assemblage/99'],
  ['an unknown service', willow, '/come-and-see-us/services/private-tasting/99'],
  ['a page of the other estate', willow, '/notre-domaine'],
  ['a wine of the other estate', willow, '/wines/cognac-vsop/20'],
  ['a page of the other language', willowInFrench, '/our-story'],
  ['a page below the cart', chenes, '/cart/1'],
  ['an order done without a number', chenes, '/checkout/done'],
];

for (const [what, host, path] of unknown) {
  test(`${what} returns 404`, async () => {
    const response = await httpGet(host, path);
    expect(response.status).toBe(404);
    expect(response.headers['content-type']).toContain('text/html');
    const html = response.text;
    expect(html).toContain(host.lang === 'en-GB' ? 'This page could not be found' : 'Cette page est introuvable');
    expect(html).not.toContain('rel="canonical"');
  });
}

test('a product address without a slug shows the product and names the canonical address', async () => {
  for (const [path, canonical] of [
    ['/wines/6', '/wines/rose-aube/6'],
    ['/products/25', '/products/jus-de-raisin-blanc/25'],
  ] as const) {
    const response = await httpGet(chenes, path);
    expect(response.status).toBe(200);
    expect(response.text).toContain(`<link rel="canonical" href="${chenes.origin}${canonical}"`);
  }
});

test('tracking parameters do not change a page', async () => {
  for (const path of ['/', '/nos-produits/nos-vins', '/wines/rose-aube/6']) {
    const plain = (await httpGet(chenes, path)).text;
    const tracked = await httpGet(chenes, `${path}?utm_source=letter&fbclid=x&gclid=y&nonsense=1`);
    expect(tracked.status).toBe(200);
    expect(tracked.text).toBe(plain);
  }
  const filtered = (await httpGet(chenes, '/nos-produits/nos-vins?kind=red&utm_source=letter')).text;
  expect(filtered).not.toContain('utm_source');
});

const aliases: [string, string][] = [['www.domaine-des-chenes.example', 'https://domaine-des-chenes.example']];

for (const [alias, origin] of aliases) {
  test(`${alias} redirects to the canonical host and keeps path and query`, async () => {
    const response = await httpGet(publicHost(alias), '/wines/rose-aube/6?from=letter');
    expect(response.status).toBe(308);
    expect(response.headers.location).toBe(`${origin}/wines/rose-aube/6?from=letter`);
  });
}

const spellings: [string, string][] = [
  ['in capitals', 'DOMAINE-DES-CHENES.example'],
  ['with a port', 'domaine-des-chenes.example:443'],
  ['with a trailing dot', 'domaine-des-chenes.example.'],
];

for (const [spelling, name] of spellings) {
  test(`a host name ${spelling} serves its estate`, async () => {
    const response = await httpGet(publicHost(name), '/');
    expect(response.status).toBe(200);
    expect(response.text).toContain('<title>Domaine des Chênes');
  });
}

test('each host of an estate serves its own language', async () => {
  for (const [name, lang] of [
    ['willow-hill.example', 'en-GB'],
    ['fr.willow-hill.example', 'fr-FR'],
    ['en.willow-hill.localhost', 'en-GB'],
    ['domaine-des-chenes.localhost', 'fr-FR'],
    ['127.0.0.1', 'fr-FR'],
  ] as const) {
    expect((await httpGet(publicHost(name), '/')).text, name).toContain(`<html lang="${lang}"`);
  }
});

test('an unknown host returns 421 and names no estate', async () => {
  const response = await httpGet(publicHost('stranger.example'), '/', { 'x-forwarded-host': 'willow-hill.example' });
  expect(response.status).toBe(421);
  const body = response.text;
  for (const word of ['Willow', 'Chênes', 'willow-hill', 'domaine-des-chenes']) expect(body).not.toContain(word);
});

test('a malformed path returns 400', async () => {
  for (const path of ['/%', '/%00', '/wines/%ff/6']) expect((await httpGet(chenes, path)).status, path).toBe(400);
});

test('unknown filter values are ignored', async () => {
  const unfiltered = await httpGet(chenes, '/nos-produits/nos-vins');
  const response = await httpGet(
    chenes,
    '/nos-produits/nos-vins?kind=blue&year=abc&price=x&capacity=-1&tags=nothing&order=colour&nbItem=100000',
  );
  expect(response.status).toBe(200);
  const count = (html: string) => html.match(/<article/g)?.length;
  expect(count(response.text)).toBe(count(unfiltered.text));
});
