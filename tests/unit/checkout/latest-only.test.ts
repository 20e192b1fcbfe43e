import { beforeEach, describe, expect, test } from 'vitest';
import { latestOnly } from '#client/features/checkout/delivery/latest-only.ts';

interface Asked {
  question: string;
  answer: (answer: string) => void;
  fail: (error: Error) => void;
}

let asked: Asked[];
let told: string[];
let asking: ReturnType<typeof latestOnly<string>>;

beforeEach(() => {
  asked = [];
  told = [];
  asking = latestOnly<string>({
    run: (question) => new Promise((answer, fail) => asked.push({ question, answer, fail })),
    onBusyChange: (isBusy) => told.push(isBusy ? 'busy' : 'free'),
    onResult: (answer) => told.push(`answer ${answer}`),
    onError: (error) => told.push(`failed ${(error as Error).message}`),
    onIdle: () => told.push('idle'),
  });
});

/** What has been promised so far comes true. */
const settle = () => new Promise((resolve) => setImmediate(resolve));
const questions = () => asked.map(({ question }) => question);

describe('asking one question at a time', () => {
  test('a question is asked and answered', async () => {
    asking.want('16100');
    expect(told).toEqual(['busy']);
    asked[0]?.answer('three carriers');
    await settle();
    expect(told).toEqual(['busy', 'answer three carriers', 'free']);
  });

  test('while one is on its way no other is begun, and only the last one follows', async () => {
    asking.want('16100');
    asking.want('17000');
    asking.want('17100');
    expect(questions()).toEqual(['16100']);
    asked[0]?.answer('of Cognac');
    await settle();
    expect(questions()).toEqual(['16100', '17100']);
    expect(told, 'the answer to what nobody wants any more is not told').not.toContain('answer of Cognac');
    asked[1]?.answer('of Saintes');
    await settle();
    expect(told).toContain('answer of Saintes');
    expect(questions()).toHaveLength(2);
  });

  test('whoever comes back to the question on its way gets its answer', async () => {
    asking.want('16100');
    asking.want('17000');
    asking.want('16100');
    asked[0]?.answer('of Cognac');
    await settle();
    expect(told).toContain('answer of Cognac');
    expect(questions()).toEqual(['16100']);
  });

  test('what has been answered is not asked twice', async () => {
    asking.want('16100');
    asked[0]?.answer('three');
    await settle();
    asking.want('16100');
    expect(questions()).toEqual(['16100']);
  });

  test('a failure is told and not tried again by itself, but on request', async () => {
    asking.want('16100');
    asked[0]?.fail(new Error('no connection'));
    await settle();
    expect(told).toEqual(['busy', 'failed no connection', 'free']);
    asking.want('16100');
    expect(questions()).toHaveLength(1);
    asking.again();
    expect(questions()).toEqual(['16100', '16100']);
  });

  test('a request to ask again while a question is on its way begins no other', () => {
    asking.want('16100');
    asking.again();
    expect(questions()).toEqual(['16100']);
  });

  test('a failure of what nobody wants any more is not told', async () => {
    asking.want('16100');
    asking.want('');
    asked[0]?.fail(new Error('no connection'));
    await settle();
    expect(told).toEqual(['busy', 'free', 'idle']);
  });

  test('the empty question is not asked; the one before it is asked anew afterwards', async () => {
    asking.want('');
    expect(questions()).toEqual([]);
    asking.want('16100');
    asked[0]?.answer('three');
    await settle();
    asking.want('');
    asking.want('16100');
    expect(questions()).toEqual(['16100', '16100']);
  });
});
