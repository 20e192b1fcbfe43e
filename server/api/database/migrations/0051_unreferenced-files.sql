-- Files to which a site no longer refers are called "unreferenced". The functions and triggers are those of the migration
-- released-files under new names.
ALTER TABLE "released_files" RENAME TO "unreferenced_files";--> statement-breakpoint
ALTER TABLE "unreferenced_files" RENAME COLUMN "released_at" TO "unreferenced_since";--> statement-breakpoint
DO $$
DECLARE
  name text;
BEGIN
  -- PostgreSQL 18 also has a named constraint for each NOT NULL column.
  FOR name IN SELECT conname FROM pg_constraint WHERE conrelid = 'unreferenced_files'::regclass LOOP
    EXECUTE format('ALTER TABLE unreferenced_files RENAME CONSTRAINT %I TO %I', name,
      replace(replace(name, 'released_files', 'unreferenced_files'), 'released_at', 'unreferenced_since'));
  END LOOP;
END
$$;--> statement-breakpoint
ALTER FUNCTION record_released_file() RENAME TO record_unreferenced_file;--> statement-breakpoint
CREATE OR REPLACE FUNCTION record_unreferenced_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO unreferenced_files (site_id, hash) VALUES (OLD.site_id, OLD.hash)
  ON CONFLICT (site_id, hash) DO UPDATE SET unreferenced_since = now();
  RETURN NULL;
END
$$;--> statement-breakpoint
ALTER TRIGGER record_released_file ON images RENAME TO record_unreferenced_file;--> statement-breakpoint
ALTER TRIGGER record_released_file ON files RENAME TO record_unreferenced_file;--> statement-breakpoint
-- The name of a parameter can only be changed by creating the function again.
DROP FUNCTION is_stored_file_in_use(text, timestamptz);--> statement-breakpoint
-- Row-level security shows the rows of one site only, so the sites are searched one after the other. A site that has
-- ceased to use the file since unreferenced_before counts as well: it keeps the file until its own period is over.
CREATE FUNCTION is_stored_file_in_use(file_hash text, unreferenced_before timestamptz) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
  site_before text := coalesce(current_setting('app.site_id', true), '');
  site integer;
  is_used boolean := false;
BEGIN
  FOR site IN SELECT id FROM sites WHERE purged_at IS NULL ORDER BY id LOOP
    PERFORM set_config('app.site_id', site::text, true);
    is_used := EXISTS (SELECT FROM images WHERE site_id = site AND hash = file_hash)
            OR EXISTS (SELECT FROM files WHERE site_id = site AND hash = file_hash)
            OR EXISTS (SELECT FROM unreferenced_files
                        WHERE site_id = site AND hash = file_hash AND unreferenced_since >= unreferenced_before);
    EXIT WHEN is_used;
  END LOOP;
  PERFORM set_config('app.site_id', site_before, true);
  RETURN is_used;
END
$$;
