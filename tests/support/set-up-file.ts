import { registerCleanUpAfterFile } from './after-file.ts';

// Vitest runs this module before every test file except those of component tests.
registerCleanUpAfterFile();
