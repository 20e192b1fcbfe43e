import { installTestFileFinishedHook } from './on-test-file-finished.ts';
import { skipOwnerStacks } from './skip-owner-stacks.ts';

// Vitest runs this module before every test file except those of component tests.
installTestFileFinishedHook();
skipOwnerStacks();
