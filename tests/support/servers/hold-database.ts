import { openDatabase } from '#server/api/open-database.ts';
import { OperatorError } from '#server/operator-error.ts';

/**
 * This script opens the embedded database, sends `open` to its parent process, and closes the database on any message.
 */
const [dataDir = '', tenant = 'server'] = process.argv.slice(2);
try {
  const database = await openDatabase(
    { databaseUrl: null, dataDir },
    { clientKind: tenant === 'command' ? 'command' : 'server', isDurable: false, onError: () => {} },
  );
  process.send?.('open');
  process.on('message', () => void database.close().then(() => process.exit(0)));
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(error instanceof OperatorError ? error.exitCode : 1);
}
