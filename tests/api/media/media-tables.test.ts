import { describe, expect, it } from 'vitest';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

const { db } = await openTestDatabase();

describe('the schema', () => {
  it('refers to stored files in the tables that the job searches, and in no others', async () => {
    const { rows } = await db.$client.query<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns
        where table_schema = 'public' and column_name ~ 'hash' order by 1`,
    );
    // A new table with hashes of stored files needs the trigger record_unreferenced_file and a line in
    // is_stored_file_in_use.
    const hashesOfFiles = ['files.hash', 'images.hash', 'unreferenced_files.hash'];
    const otherHashes = [
      'element_registration_tokens.token_hash',
      'element_registrations.request_hash',
      'form_submissions.content_hash',
      'import_rows.hash',
      'link_tokens.token_hash',
      'order_requests.body_hash',
      'order_tokens.token_hash',
      'page_previews.token_hash',
      'review_invitations.token_hash',
      'sessions.token_hash',
      'staff_requests.input_hash',
      'users.password_hash',
    ];
    expect(rows.map(({ name }) => name)).toEqual([...hashesOfFiles, ...otherHashes].sort());
  });
});
