import { expect, httpGet, test } from '#tests/support/browser/shop-test.ts';
import { hosts } from '#tests/support/fixtures/estates.ts';

/** What later versions bring. A link to it would be dead. */
const notYet = /^\/(compte|panier|commande|order|blog|albums?|events?)(\/|$)/;

const attributes = /\s(?:href|action)="([^"]*)"/g;

/** The links and forms of a document's body, without those to places on the same page. */
function linksOf(html: string): string[] {
  const body = html.slice(html.indexOf('<body'));
  return [...body.matchAll(attributes)]
    .map(([, address = '']) => address.replaceAll('&amp;', '&').replace(/#.*$/, ''))
    .filter((address) => address !== '');
}

for (const host of hosts) {
  test(`every link of ${host.name} leads somewhere`, async () => {
    test.slow();
    const seen = new Map<string, string>([['/', 'the beginning']]);
    const dead: string[] = [];
    const elsewhere = new Set<string>();
    const visit = async (path: string): Promise<string[]> => {
      const answer = await httpGet(host, path);
      if (answer.status !== 200) dead.push(`${path} (${answer.status}), from ${seen.get(path)}`);
      return String(answer.headers['content-type']).startsWith('text/html') ? linksOf(answer.text) : [];
    };

    for (let waiting = ['/']; waiting.length > 0; ) {
      const path = waiting.pop() ?? '/';
      for (const link of await visit(path)) {
        const url = new URL(link, `http://${host.name}${path}`);
        if (url.hostname !== host.name || !url.protocol.startsWith('http')) {
          elsewhere.add(link);
          continue;
        }
        const next = url.pathname + url.search;
        if (seen.has(next)) continue;
        seen.set(next, path);
        waiting = [...waiting, next];
      }
    }

    expect(dead).toEqual([]);
    expect([...seen.keys()].filter((path) => notYet.test(path))).toEqual([]);
    expect(seen.size).toBeGreaterThan(40);
    for (const path of ['/cart', '/account']) expect([...seen.keys()], 'the shop can be reached').toContain(path);
    for (const { path } of host.routes) expect([...seen.keys()], 'every page can be reached').toContain(path);
    // Away from the estate lead only its other language, calls, letters, maps, social networks and neighbours.
    const odd = [...elsewhere].filter(
      (link) => !/^(https:\/\/|tel:|mailto:|http:\/\/(fr|en)\.willow-hill\.localhost[:/])/.test(link),
    );
    expect(odd).toEqual([]);
    for (const link of elsewhere) for (const word of host.foreignWords) expect(link).not.toContain(word.toLowerCase());
  });
}
