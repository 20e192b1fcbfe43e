// Loaded before the TypeScript sources by every command in package.json.
import './require-node.js';
import './enable-compile-cache.js';
import './resolve-drizzle-modules.js';
