import { expect, test } from 'vitest';
import { NewsletterBlock } from '#shared/newsletter/newsletter-issue-input.ts';

const isAccepted = (target: string): boolean =>
  NewsletterBlock.safeParse({ block: 'button', label: 'Nos vins', target }).success;

test.each(['https://example.com/', 'mailto:caveau@example.com', 'tel:+33546000000', '/', '/nos-vins?page=2'])(
  'a newsletter may link to %s',
  (target) => expect(isAccepted(target)).toBe(true),
);

test.each([
  '',
  'nos-vins',
  '//evil.example',
  '/\\evil.example',
  'https:///evil.example',
  '/nos vins',
  'javascript:alert(1)',
])('a newsletter may not link to %j', (target) => expect(isAccepted(target)).toBe(false));
