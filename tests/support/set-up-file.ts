import { registerActionsAfterFile } from './after-file.ts';

// Vitest runs this module before every test file.
registerActionsAfterFile();
