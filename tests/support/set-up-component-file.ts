import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

// Vitest runs this module before every file of component tests.
afterEach(() => {
  cleanup();
  localStorage.clear();
});
