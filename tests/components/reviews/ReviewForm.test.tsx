import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ReviewForm } from '#client/features/reviews/pages/ReviewForm.tsx';
import type { FormSubmissionResult } from '#shared/rendering.ts';
import { holdResponse } from '#tests/components/hold-response.ts';
import { listAlerts } from '#tests/components/list-alerts.ts';
import { renderInApp, t } from '#tests/components/render-in-app.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

const call = 'POST /review';
const token = 'r'.repeat(43);

function render({ line = 51, refused }: { line?: number | null; refused?: FormSubmissionResult } = {}) {
  const onSent = vi.fn();
  renderInApp(<ReviewForm token={token} line={line} proposedAuthor="Camille V." onSent={onSent} refused={refused} />);
  return onSent;
}
const text = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: t('review-pages.form.text') });
const author = () => screen.getByRole<HTMLInputElement>('textbox', { name: t('review-pages.form.author') });
const rating = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name: new RegExp(name) });
const send = () => userEvent.click(screen.getByRole('button', { name: t('review-pages.form.submit') }));

async function fillIn() {
  await userEvent.click(rating(t('review-pages.form.rating.4')));
  await userEvent.type(text(), 'Fresh and long.');
}

afterEach(() => vi.unstubAllGlobals());

describe('ReviewForm', () => {
  test('begins without a rating, with the proposed name', () => {
    render();
    expect(screen.getAllByRole<HTMLInputElement>('radio').map(({ checked }) => checked)).toEqual(Array(5).fill(false));
    expect(text().value).toBe('');
    expect(author().value).toBe('Camille V.');
    expect(listAlerts()).toEqual([]);
  });

  test('reports what is missing at its fields, moves the focus to the rating and sends nothing', async () => {
    const calls = stubApi({});
    const onSent = render();
    await userEvent.clear(author());
    await send();
    const legend = { name: t('review-pages.form.rating'), description: t('review-pages.form.rating.missing') };
    expect(await screen.findByRole('group', legend)).toBeTruthy();
    const described = (name: 'text' | 'author') =>
      screen.getByRole('textbox', {
        description: `${t(`review-pages.form.${name}.hint`)} ${t(`review-pages.form.${name}.missing`)}`,
      });
    expect(described('text')).toBe(text());
    expect(described('author')).toBe(author());
    expect(screen.getAllByRole('radio')).toContain(document.activeElement);
    expect(calls).toEqual([]);
    expect(onSent).not.toHaveBeenCalled();
  });

  test.each([
    ['a line of the order', 51],
    ['the estate', null],
  ])('sends the review of %s', async (_, line) => {
    const calls = stubApi({ [call]: { data: {} } });
    const onSent = render({ line });
    await fillIn();
    await send();
    await waitFor(() => expect(onSent).toHaveBeenCalledOnce());
    expect(calls.map(({ body }) => body)).toEqual([
      { token, line, rating: 4, text: 'Fresh and long.', author: 'Camille V.' },
    ]);
  });

  test('announces that it is being sent, and ignores further clicks meanwhile', async () => {
    const held = holdResponse({ data: {} });
    const calls = stubApi({ [call]: held.respond });
    const onSent = render();
    await fillIn();
    await send();
    await userEvent.click(screen.getByRole('button', { name: t('review-pages.form.submit'), busy: true }));
    await userEvent.type(author(), '{Enter}');
    expect(onSent).not.toHaveBeenCalled();
    held.release();
    await waitFor(() => expect(onSent).toHaveBeenCalledOnce());
    expect(calls).toHaveLength(1);
  });

  test('shows what the API refuses at its field and keeps the review', async () => {
    stubApi({ [call]: { status: 422, message: 'Invalid.', errors: { text: 'Please use no links.' } } });
    const onSent = render();
    await fillIn();
    await send();
    const description = `${t('review-pages.form.text.hint')} Please use no links.`;
    expect(await screen.findByRole('textbox', { description })).toBe(text());
    expect(document.activeElement).toBe(text());
    expect(text().value).toBe('Fresh and long.');
    expect(rating(t('review-pages.form.rating.4')).checked).toBe(true);
    expect(onSent).not.toHaveBeenCalled();
  });

  test.each([
    ['a refusal', { status: 409, message: 'This order is reviewed.' }, 'This order is reviewed.'],
    ['that the API is down', { status: 503, message: '' }, t('site.error.503.text')],
  ])('shows %s, keeps the review and can be sent again', async (_, response, expected) => {
    let isDown = true;
    stubApi({ [call]: () => (isDown ? response : { data: {} }) });
    const onSent = render();
    await fillIn();
    await send();
    await waitFor(() => expect(listAlerts()).toEqual([expected]));
    expect(text().value).toBe('Fresh and long.');
    expect(rating(t('review-pages.form.rating.4')).checked).toBe(true);
    isDown = false;
    await send();
    await waitFor(() => expect(onSent).toHaveBeenCalledOnce());
    expect(listAlerts()).toEqual([]);
  });

  test('shows the errors and entries of a review that was sent without scripts and refused', () => {
    const answers = { rating: ['5'], text: [''], author: ['Camille'] };
    render({ refused: { status: 400, isAccepted: false, message: '', errors: { text: 'too_small' }, answers } });
    expect(listAlerts()).toEqual([t('review-pages.form.text.missing')]);
    expect(rating(t('review-pages.form.rating.5')).checked).toBe(true);
    expect(author().value).toBe('Camille');
  });
});
