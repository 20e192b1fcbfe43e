import { describe, expect, test } from 'vitest';
import { render, renderFailure } from '#client/app/entry.server.tsx';
import { ApiReadError, type RenderResult } from '#shared/rendering.ts';
import { buildingSiteInfoResponse, createSampleRead } from '#tests/support/fixtures/sample-site.ts';
import { createRenderInput, readRenderedHtml } from './read-rendered-html.ts';

const statusOf = (result: RenderResult) => result.status;

describe('render: failures', () => {
  test('returns a 404 with noindex for an unknown path', async () => {
    const result = await render(createRenderInput('/nowhere'));
    const html = await readRenderedHtml(result);
    expect(statusOf(result)).toBe(404);
    expect(html).toContain('Cette page est introuvable');
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    expect(result.kind === 'page' && result.isCacheable).toBe(false);
  });

  test('returns a 500 with its message for an unknown page kind', async () => {
    const result = await render(createRenderInput('/etrange'));
    expect(statusOf(result)).toBe(500);
    expect(await readRenderedHtml(result)).toContain('Unknown middleware');
  });

  test('returns a 404 for a list page beyond the last', async () => {
    expect(statusOf(await render(createRenderInput('/actualites?page=2')))).toBe(404);
    expect(statusOf(await render(createRenderInput('/actualites?page=zwei')))).toBe(404);
  });

  test('returns a 404 for a missing article and a redirect for a wrong slug', async () => {
    expect(statusOf(await render(createRenderInput('/actualites/x/abc')))).toBe(404);
    expect(
      statusOf(
        await render(
          createRenderInput('/actualites/x/9', createSampleRead({ 'GET /news/{id}': new ApiReadError(404, '') })),
        ),
      ),
    ).toBe(404);
    expect(await render(createRenderInput('/actualites/autre/3'))).toMatchObject({
      kind: 'redirect',
      status: 301,
      location: '/actualites/vendanges/3',
    });
  });

  test('returns a 503 with Retry-After while the API is down', async () => {
    const result = await render(
      createRenderInput('/actualites', createSampleRead({ 'GET /news': new ApiReadError(503, '') })),
    );
    expect(result).toMatchObject({ status: 503, isCacheable: false, headers: { 'retry-after': '30' } });
    expect(await readRenderedHtml(result)).toContain('Nous revenons tout de suite');
  });

  test('returns a 503 while even the theme is unavailable', async () => {
    const result = await render(createRenderInput('/', createSampleRead({ 'GET /theme': new ApiReadError(503, '') })));
    expect(statusOf(result)).toBe(503);
    expect(await readRenderedHtml(result)).toContain('Clos des Essais');
  });

  test('throws an unexpected loader error, which renderFailure can show', async () => {
    const broken = createSampleRead({ 'GET /news': new TypeError('unexpected error') });
    await expect(render(createRenderInput('/actualites', broken))).rejects.toThrow('unexpected error');
    const shown = await renderFailure(createRenderInput('/actualites', broken), { status: 500, message: '' });
    expect(statusOf(shown)).toBe(500);
    expect(await readRenderedHtml(shown)).toContain('Erreur');
    expect(
      await readRenderedHtml(await renderFailure(createRenderInput('/', broken), { status: 500, message: 'Teapot' })),
    ).toContain('Teapot');
  });

  test('returns the same 503 for every path of a site that has not opened', async () => {
    const result = await render(
      createRenderInput('/actualites', createSampleRead({ 'GET /site/info': buildingSiteInfoResponse })),
    );
    const html = await readRenderedHtml(result);
    expect(statusOf(result)).toBe(503);
    expect(html).toContain('Nous ouvrons bientôt');
    expect(html).not.toContain('Vendanges');
    expect(html).not.toContain('<footer');
    expect(result).toMatchObject({ isBuilding: true });
  });

  test('renders the pages of a site that has not opened for its staff', async () => {
    const read = createSampleRead({ 'GET /site/info': buildingSiteInfoResponse });
    const result = await render({ ...createRenderInput('/actualites', read), isPreview: true });
    expect(statusOf(result)).toBe(200);
    expect(await readRenderedHtml(result)).toContain('<footer');
  });
});
