import { expect, httpGet, test } from '#tests/support/browser/shop-test.ts';
import { testHosts } from '#tests/support/fixtures/estates.ts';

/** Matches URL paths of pages that do not exist, to which no page may link. */
const missingPages = /^\/(compte|panier|commande|order)(\/|$)/;

const attributes = /\s(?:href|action)="([^"]*)"/g;

/** Lists the targets of all links and forms in the document's body, without fragments and without empty ones. */
function linksOf(html: string): string[] {
  const body = html.slice(html.indexOf('<body'));
  return [...body.matchAll(attributes)]
    .map(([, address = '']) => address.replaceAll('&amp;', '&').replace(/#.*$/, ''))
    .filter((address) => address !== '');
}

for (const host of testHosts) {
  test(`every link of ${host.name} to a page of its own host returns 200`, async () => {
    test.slow();
    const referrers = new Map<string, string>([['/', 'start']]);
    const dead: string[] = [];
    const externalLinks = new Set<string>();
    const visit = async (path: string): Promise<string[]> => {
      const response = await httpGet(host, path);
      if (response.status !== 200) dead.push(`${path} (${response.status}), from ${referrers.get(path)}`);
      return String(response.headers['content-type']).startsWith('text/html') ? linksOf(response.text) : [];
    };

    for (let waiting = ['/']; waiting.length > 0; ) {
      const path = waiting.pop() ?? '/';
      for (const link of await visit(path)) {
        const url = new URL(link, `http://${host.name}${path}`);
        if (url.hostname !== host.name || !url.protocol.startsWith('http')) {
          externalLinks.add(link);
          continue;
        }
        const next = url.pathname + url.search;
        if (referrers.has(next)) continue;
        referrers.set(next, path);
        waiting = [...waiting, next];
      }
    }

    expect(dead).toEqual([]);
    expect([...referrers.keys()].filter((path) => missingPages.test(path))).toEqual([]);
    expect(referrers.size).toBeGreaterThan(40);
    for (const path of ['/cart', '/account']) expect([...referrers.keys()], 'linked shop pages').toContain(path);
    for (const { path } of host.routes) expect([...referrers.keys()], 'linked pages').toContain(path);
    // All other links must refer to another language, a secure external site, a telephone number or an email address.
    const unexpected = [...externalLinks].filter(
      (link) => !/^(https:\/\/|tel:|mailto:|http:\/\/(fr|en)\.willow-hill\.localhost[:/])/.test(link),
    );
    expect(unexpected).toEqual([]);
    for (const link of externalLinks)
      for (const word of host.foreignWords) expect(link).not.toContain(word.toLowerCase());
  });
}
