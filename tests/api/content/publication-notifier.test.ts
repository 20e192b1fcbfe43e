import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { news } from '#server/api/content/content-tables.ts';
import { contentPublicationStorefrontNotifier, saveContentItem } from '#server/api/content/save-content.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { sites } from '#server/api/database/sites-table.ts';
import { ContentInput } from '#shared/content/content-input.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

const api = await startTestApi();
/** Each test uses a separate site, with the next id. */
let site = 720;
beforeEach(() => insertSite(api.db, ++site));

const task = 'announce-content';
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
const save = (type: 'news' | 'blog', id: number, publishedAt: Date) =>
  withSiteTransaction(api.db, site, (tx) =>
    saveContentItem(
      tx,
      type,
      ContentInput.parse({
        id,
        slug: `item-${id}`,
        title: 'Vendanges',
        summary: 'Les premières grappes',
        publishedAt: publishedAt.toISOString(),
        image: null,
        images: [],
        body: { markdown: 'Du raisin.' },
      }),
    ),
  );
const changeCount = async () => (await api.db.select().from(sites).where(eq(sites.id, site)))[0]?.changeCount ?? 0;
/** Returns the times of the jobs of the site in milliseconds since 1970. */
const jobTimes = async (): Promise<number[]> => {
  const { rows } = await api.db.$client.query(
    `select run_at from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = $1 and (payload ->> 'site')::integer = $2`,
    [task, site],
  );
  return rows.map(({ run_at }: { run_at: Date }) => run_at.getTime());
};
const runJob = () =>
  contentPublicationStorefrontNotifier.jobs.tasks?.[task]?.({
    db: api.db,
    siteId: site,
    payload: {},
    signal: new AbortController().signal,
  });
/** The job runs a little later than the publication, because the clocks of the servers differ. */
const expectOneJobFor = async (time: Date) => {
  const times = await jobTimes();
  expect(times).toHaveLength(1);
  expect((times[0] ?? 0) - time.getTime()).toBeGreaterThanOrEqual(0);
  expect((times[0] ?? 0) - time.getTime()).toBeLessThan(1_000);
};

describe('an item with a publication date in the future', () => {
  it('has a job for the earliest date of all content types of its site', async () => {
    const [one, two] = [inHours(1), inHours(2)];
    await save('news', 1, two);
    await expectOneJobFor(two);
    await save('blog', 1, one);
    await expectOneJobFor(one);
    await save('news', 2, two);
    await expectOneJobFor(one);
  });

  it('is announced to the storefronts by its job, which queues the one for the next item', async () => {
    await save('news', 1, inHours(1));
    const two = inHours(2);
    await save('news', 2, two);
    await withSiteTransaction(api.db, site, (tx) =>
      tx
        .update(news)
        .set({ publishedAt: inHours(-1) })
        .where(eq(news.id, 1)),
    );
    const before = await changeCount();
    await runJob();
    expect(await changeCount()).toBe(before + 1);
    await expectOneJobFor(two);
  });

  it('has no job if it is already published', async () => {
    await save('news', 1, inHours(-1));
    expect(await jobTimes()).toEqual([]);
  });
});
