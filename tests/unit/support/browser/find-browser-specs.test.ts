import { expect, test } from 'vitest';
import { findBrowserSpecs } from '#tests/support/browser/find-browser-specs.ts';

const specs = ['admin-orders.spec.ts', 'cart.spec.ts', 'guest-order.spec.ts', 'keyboard.spec.ts'];
const names = [...specs, 'playwright.config.ts'];

test.each([
  ['the documentation', 'docs/orders.md', []],
  ['a test', 'tests/browser/keyboard.spec.ts', ['keyboard.spec.ts']],
  ['a unit test', 'tests/unit/cart/totals.test.ts', []],
  ['a file of the server', 'server/api/orders/refunds.ts', ['admin-orders.spec.ts', 'guest-order.spec.ts']],
  ['a file of the panel', 'client/admin/orders/OrderList.tsx', ['admin-orders.spec.ts']],
  ['a component of the storefront', 'client/features/orders/OrderView.tsx', ['guest-order.spec.ts']],
  ['a component with a word in its name', 'client/layout/CartLink.tsx', ['cart.spec.ts']],
  ['the support of browser tests', 'tests/support/browser/keyboard.ts', specs],
])('%s belongs to the browser tests that it can break', (_, file, expected) => {
  expect(findBrowserSpecs(names, [file])).toEqual(expected);
});
