import { findHtmlErrors } from '#tests/support/browser/html-errors.ts';
import { expect, httpGet, test } from '#tests/support/browser/shop-test.ts';
import { testHosts } from '#tests/support/fixtures/estates.ts';

for (const host of testHosts) {
  test(`pages of ${host.name} are valid HTML`, async () => {
    const queries = [
      `${host.lists.wines}?kind=red&year=2022&order=-price`,
      `${host.lists.wines}?kind=white&capacity=1`,
      '/products/search?search=a',
      '/products/search?search=%3Cscript%3E%22%27',
      '/nothing/here',
    ];
    for (const path of [...host.routes, ...host.detailRoutes, ...host.listItemRoutes]
      .map(({ path }) => path)
      .concat(queries)) {
      const { text, headers } = await httpGet(host, path);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect.soft(await findHtmlErrors(text), path).toEqual([]);
    }
  });

  test(`no page of ${host.name} names the other estate`, async () => {
    for (const { path } of [...host.routes, ...host.detailRoutes, ...host.listItemRoutes]) {
      const { text } = await httpGet(host, path);
      for (const word of host.foreignWords) expect.soft(text.includes(word), `${word} on ${path}`).toBe(false);
    }
  });

  test(`pages of ${host.name} contain no inline script and no style attribute`, async () => {
    for (const { path } of [...host.routes, ...host.detailRoutes, ...host.listItemRoutes]) {
      const { text, headers } = await httpGet(host, path);
      const scripts = [...text.matchAll(/<script([^>]*)>/g)].map(([, attributes = '']) => attributes);
      for (const attributes of scripts)
        expect.soft(attributes, path).toMatch(/ src="\/assets\/| src="\/scripts\/|type="application\/(ld\+)?json"/);
      expect.soft(/<[^>]+\sstyle="/.test(text.replace(/<script.*?<\/script>/gs, '')), path).toBe(false);
      expect.soft(/\son[a-z]+="/.test(text.replace(/<script.*?<\/script>/gs, '')), path).toBe(false);
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("script-src 'self'");
      expect(policy).not.toContain('unsafe');
    }
  });
}
