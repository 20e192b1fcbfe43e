import { installTestFileFinishedHook } from './on-test-file-finished.ts';

// Vitest runs this module before every test file except those of component tests.
installTestFileFinishedHook();
