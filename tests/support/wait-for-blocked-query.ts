import { expect, vi } from 'vitest';
import type { Db } from '#server/api/database/connect.ts';

/** Waits until a query of this database waits for a lock that another transaction holds. */
export const waitForBlockedQuery = (db: Db): Promise<void> =>
  vi.waitFor(
    async () => {
      const { rowCount } = await db.$client.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      expect(rowCount).toBeGreaterThan(0);
    },
    { timeout: 30_000, interval: 50 },
  );
