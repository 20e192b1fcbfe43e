CREATE TABLE "released_files" (
	"site_id" integer DEFAULT current_setting('app.site_id')::integer NOT NULL,
	"hash" text NOT NULL,
	"released_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "released_files_site_id_hash_pk" PRIMARY KEY("site_id","hash")
);
--> statement-breakpoint
ALTER TABLE "released_files" ADD CONSTRAINT "released_files_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE FUNCTION record_released_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO released_files (site_id, hash) VALUES (OLD.site_id, OLD.hash)
  ON CONFLICT (site_id, hash) DO UPDATE SET released_at = now();
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER record_released_file AFTER DELETE ON images
  FOR EACH ROW EXECUTE FUNCTION record_released_file();--> statement-breakpoint
CREATE TRIGGER record_replaced_file AFTER UPDATE ON images
  FOR EACH ROW WHEN (OLD.hash IS DISTINCT FROM NEW.hash) EXECUTE FUNCTION record_released_file();--> statement-breakpoint
CREATE TRIGGER record_released_file AFTER DELETE ON files
  FOR EACH ROW EXECUTE FUNCTION record_released_file();--> statement-breakpoint
CREATE TRIGGER record_replaced_file AFTER UPDATE ON files
  FOR EACH ROW WHEN (OLD.hash IS DISTINCT FROM NEW.hash) EXECUTE FUNCTION record_released_file();--> statement-breakpoint
-- Row-level security shows the rows of one site only, so the sites are searched one after the other. A site that has
-- released the file since released_before counts as well: it keeps the file until its own period is over.
CREATE FUNCTION is_stored_file_in_use(file_hash text, released_before timestamptz) RETURNS boolean
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
            OR EXISTS (SELECT FROM released_files
                        WHERE site_id = site AND hash = file_hash AND released_at >= released_before);
    EXIT WHEN is_used;
  END LOOP;
  PERFORM set_config('app.site_id', site_before, true);
  RETURN is_used;
END
$$;
