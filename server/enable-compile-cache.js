import module from 'node:module';
import { join } from 'node:path';

/**
 * Makes Node keep compiled modules for the next start. The folder belongs to the installation instead of the system's
 * temporary folder, where other users of the machine could write it first. Without write access nothing is kept.
 */
module.enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/node-compile-cache'));
