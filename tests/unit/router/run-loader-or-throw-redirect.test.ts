import { describe, expect, it } from 'vitest';
import type { LoaderArgs, PageLoader } from '#client/core/page-module.ts';
import { runLoaderOrThrowRedirect } from '#client/router/routes.ts';
import { ApiReadError } from '#shared/rendering.ts';
import { createTextsWithLazyDomains } from '#shared/texts.ts';
import { englishDictionary } from '#tests/support/fixtures/dictionary.ts';

const texts = createTextsWithLazyDomains('en', englishDictionary, 'Europe/Paris');
const failureOf = async (error: Error) => {
  const loader: PageLoader<unknown> = () => Promise.reject(error);
  return (await runLoaderOrThrowRedirect(loader, { texts } as unknown as LoaderArgs)).failure;
};

describe('runLoaderOrThrowRedirect', () => {
  it('passes on the message of the API for a refused read', async () => {
    expect(await failureOf(new ApiReadError(404, 'There is no such product.'))).toEqual({
      status: 404,
      message: 'This page could not be found',
      explanation: 'There is no such product.',
    });
  });

  it('passes on the message of the API for a failure of the server', async () => {
    const error = new ApiReadError(503, 'GET /product: API responded with 500', 'Something went wrong.');
    expect(await failureOf(error)).toEqual({
      status: 503,
      message: texts.t('site.error.503'),
      explanation: 'Something went wrong.',
    });
  });

  it.each([
    ['a refusal without a message', new ApiReadError(404, ''), 404],
    ['a failure without a response, whose message is for operators', new ApiReadError(500, 'connection refused'), 500],
  ])('has no explanation for %s', async (_, error, status) => {
    const failure = await failureOf(error);
    expect(failure?.status).toBe(status);
    expect(failure).not.toHaveProperty('explanation');
  });
});
