import { openDatabase } from '#server/api/open-database.ts';
import { OperatorFault } from '#server/operator-fault.ts';

/** Opens the embedded database as a process of its own, says so, and leaves when it is told to. */
const [dataDir = '', tenant = 'server'] = process.argv.slice(2);
try {
  const database = await openDatabase(
    { databaseUrl: null, dataDir },
    { tenant: tenant === 'command' ? 'command' : 'server', durable: false, onError: () => {} },
  );
  process.send?.('open');
  process.on('message', () => void database.close().then(() => process.exit(0)));
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(error instanceof OperatorFault ? error.exitCode : 1);
}
