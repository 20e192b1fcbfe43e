// Loaded before the TypeScript sources by every command in package.json.
import './require-node.js';
import './resolve-drizzle-modules.js';
