import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach } from 'vitest';
import { installTestFileFinishedHook } from './on-test-file-finished.ts';
import { skipOwnerStacks } from './skip-owner-stacks.ts';

// Vitest runs this module before every file of component tests.
installTestFileFinishedHook();
skipOwnerStacks();
// The default of one second is too short for a loaded machine.
configure({ asyncUtilTimeout: 10_000 });
// As in browsers. That of the test environment serialises the element, and the library of the panel's menus calls it for
// the whole document many times for each of them.
Element.prototype.toString = Object.prototype.toString;
const { lang } = document.documentElement;
const head = [...document.head.children];
afterEach(() => {
  cleanup();
  localStorage.clear();
});
// Files share a window and their modules, except isolated ones.
afterAll(() => {
  sessionStorage.clear();
  document.body.replaceChildren();
  // Emotion adds its next styles beside the elements of earlier ones, even if a file has replaced the head.
  const styles = document.head.querySelectorAll('style, meta[name=emotion-insertion-point]');
  document.head.replaceChildren(...new Set([...head, ...styles]));
  document.documentElement.lang = lang;
  for (const cookie of document.cookie.split('; ')) {
    // biome-ignore lint/suspicious/noDocumentCookie: the test environment has no cookie store
    document.cookie = `${cookie.split('=', 1)[0]}=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT`;
  }
  history.replaceState(null, '', '/');
});
