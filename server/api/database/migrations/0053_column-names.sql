-- Tables and columns get the names that the code uses. The kind of a section is in one column, and booleans are predicates.
CREATE FUNCTION pg_temp.new_column_names(columns jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(jsonb_agg(
           CASE name
             WHEN 'promoted' THEN 'is_promoted'
             WHEN 'members_only' THEN 'is_members_only'
             WHEN 'show_in_menu' THEN 'is_in_menu'
             ELSE name
           END ORDER BY position), '[]')
    FROM jsonb_array_elements_text(columns - 'component') WITH ORDINALITY AS names(name, position)
$$;--> statement-breakpoint
-- Of the tables with renamed columns, only that of sections has a column "component". A section without one is a text.
CREATE FUNCTION pg_temp.row_with_new_names(stored jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_object_agg(pg_temp.new_column_names(jsonb_build_array(field)) ->> 0,
           CASE WHEN field = 'kind' AND stored ? 'component'
                THEN to_jsonb(coalesce(stored ->> 'component', 'html'))
                ELSE value END)
    FROM jsonb_each(stored - 'component') AS fields(field, value)
$$;--> statement-breakpoint
CREATE FUNCTION pg_temp.hash_of_row(stored jsonb, columns jsonb) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(md5((SELECT jsonb_object_agg(name, stored -> name) FROM jsonb_array_elements_text(columns) AS names(name))::text), '')
$$;--> statement-breakpoint
DO $$
DECLARE
  site_before text := coalesce(current_setting('app.site_id', true), '');
  site integer;
  changed record;
BEGIN
  -- Row-level security shows the rows of one site only, so the sites are changed one after the other. The hashes of
  -- imports are computed in UTC.
  PERFORM set_config('timezone', 'UTC', true);
  FOR site IN SELECT id FROM sites ORDER BY id LOOP
    PERFORM set_config('app.site_id', site::text, true);
    -- The hash of a row covers the names of its columns. It changes only where it matches, so that edits stay recognisable.
    FOR changed IN
      SELECT * FROM (VALUES
        ('albums', 't.id'), ('blog', 't.id'), ('news', 't.id'), ('page_entries', 't.id'),
        ('page_sections', 't.page_id, t.id'), ('products', 't.id'), ('services', 't.id')
      ) AS tables(name, key)
    LOOP
      EXECUTE format(
        'UPDATE import_rows i
            SET columns = pg_temp.new_column_names(i.columns),
                hash = CASE WHEN i.hash = pg_temp.hash_of_row(present.stored, i.columns)
                            THEN pg_temp.hash_of_row(pg_temp.row_with_new_names(present.stored), pg_temp.new_column_names(i.columns))
                            ELSE i.hash END
           FROM (SELECT r.key, to_jsonb(t) AS stored
                   FROM import_rows r
                   LEFT JOIN %1$I t ON t.site_id = $1 AND jsonb_build_array(%2$s)::text = r.key
                  WHERE r.site_id = $1 AND r.table_name = %1$L) present
          WHERE i.site_id = $1 AND i.table_name = %1$L AND i.key = present.key', changed.name, changed.key) USING site;
    END LOOP;
    UPDATE import_rows
       SET table_name = CASE table_name
             WHEN 'blog' THEN 'blog_posts'
             WHEN 'blog_images' THEN 'blog_post_images'
             ELSE 'album_images'
           END
     WHERE site_id = site AND table_name IN ('blog', 'blog_images', 'albums_images');
    UPDATE row_revisions SET kind = 'blog_posts' WHERE site_id = site AND kind = 'blog';
    UPDATE id_counters SET kind = 'blog_posts' WHERE site_id = site AND kind = 'blog';
    UPDATE page_previews
       SET sections = (SELECT coalesce(jsonb_agg(pg_temp.row_with_new_names(section) ORDER BY position), '[]')
                         FROM jsonb_array_elements(sections) WITH ORDINALITY AS list(section, position))
     WHERE site_id = site;
  END LOOP;
  PERFORM set_config('app.site_id', site_before, true);
END
$$;--> statement-breakpoint
ALTER TABLE "blog" RENAME TO "blog_posts";--> statement-breakpoint
ALTER TABLE "blog_images" RENAME TO "blog_post_images";--> statement-breakpoint
ALTER TABLE "albums_images" RENAME TO "album_images";--> statement-breakpoint
ALTER TABLE "audit_entries" RENAME COLUMN "at" TO "occurred_at";--> statement-breakpoint
ALTER TABLE "blog_post_images" RENAME COLUMN "blog_id" TO "blog_post_id";--> statement-breakpoint
ALTER TABLE "blog_post_folders" RENAME COLUMN "post_id" TO "blog_post_id";--> statement-breakpoint
ALTER TABLE "album_images" RENAME COLUMN "albums_id" TO "album_id";--> statement-breakpoint
ALTER TABLE "albums" RENAME COLUMN "promoted" TO "is_promoted";--> statement-breakpoint
ALTER TABLE "blog_posts" RENAME COLUMN "promoted" TO "is_promoted";--> statement-breakpoint
ALTER TABLE "news" RENAME COLUMN "promoted" TO "is_promoted";--> statement-breakpoint
ALTER TABLE "products" RENAME COLUMN "promoted" TO "is_promoted";--> statement-breakpoint
ALTER TABLE "services" RENAME COLUMN "members_only" TO "is_members_only";--> statement-breakpoint
ALTER TABLE "page_entries" RENAME COLUMN "show_in_menu" TO "is_in_menu";--> statement-breakpoint
ALTER TABLE "order_refunds" RENAME COLUMN "returns_stock" TO "is_stock_returned";--> statement-breakpoint
-- A change of the type converts the rows of all sites, which row-level security would hide from an UPDATE.
ALTER TABLE "page_sections" ALTER COLUMN "kind" TYPE text USING coalesce("component", 'html');--> statement-breakpoint
ALTER TABLE "page_sections" DROP COLUMN "component";--> statement-breakpoint
ALTER INDEX "audit_entries_site_id_at_index" RENAME TO "audit_entries_site_id_occurred_at_index";--> statement-breakpoint
ALTER INDEX "blog_site_id_published_at_index" RENAME TO "blog_posts_site_id_published_at_index";--> statement-breakpoint
ALTER TABLE "blog_posts" RENAME CONSTRAINT "blog_site_id_id_pk" TO "blog_posts_site_id_id_pk";--> statement-breakpoint
ALTER TABLE "blog_posts" RENAME CONSTRAINT "blog_site_id_sites_id_fk" TO "blog_posts_site_id_sites_id_fk";--> statement-breakpoint
ALTER TABLE "blog_posts" RENAME CONSTRAINT "blog_site_id_image_id_images_site_id_id_fk" TO "blog_posts_site_id_image_id_images_site_id_id_fk";--> statement-breakpoint
ALTER TABLE "blog_post_images" RENAME CONSTRAINT "blog_images_site_id_blog_id_image_id_pk" TO "blog_post_images_site_id_blog_post_id_image_id_pk";--> statement-breakpoint
ALTER TABLE "blog_post_images" RENAME CONSTRAINT "blog_images_site_id_sites_id_fk" TO "blog_post_images_site_id_sites_id_fk";--> statement-breakpoint
ALTER TABLE "blog_post_images" RENAME CONSTRAINT "blog_images_site_id_blog_id_blog_site_id_id_fk" TO "blog_post_images_site_id_blog_post_id_blog_posts_site_id_id_fk";--> statement-breakpoint
ALTER TABLE "blog_post_images" RENAME CONSTRAINT "blog_images_site_id_image_id_images_site_id_id_fk" TO "blog_post_images_site_id_image_id_images_site_id_id_fk";--> statement-breakpoint
ALTER TABLE "blog_post_folders" RENAME CONSTRAINT "blog_post_folders_site_id_post_id_pk" TO "blog_post_folders_site_id_blog_post_id_pk";--> statement-breakpoint
ALTER TABLE "blog_post_folders" RENAME CONSTRAINT "blog_post_folders_site_id_post_id_blog_site_id_id_fk" TO "blog_post_folders_site_id_blog_post_id_blog_posts_site_id_id_fk";--> statement-breakpoint
ALTER TABLE "album_images" RENAME CONSTRAINT "albums_images_site_id_albums_id_image_id_pk" TO "album_images_site_id_album_id_image_id_pk";--> statement-breakpoint
ALTER TABLE "album_images" RENAME CONSTRAINT "albums_images_site_id_sites_id_fk" TO "album_images_site_id_sites_id_fk";--> statement-breakpoint
ALTER TABLE "album_images" RENAME CONSTRAINT "albums_images_site_id_albums_id_albums_site_id_id_fk" TO "album_images_site_id_album_id_albums_site_id_id_fk";--> statement-breakpoint
ALTER TABLE "album_images" RENAME CONSTRAINT "albums_images_site_id_image_id_images_site_id_id_fk" TO "album_images_site_id_image_id_images_site_id_id_fk";--> statement-breakpoint
DO $$
DECLARE
  item record;
BEGIN
  -- PostgreSQL 18 also has a named constraint for each NOT NULL column.
  FOR item IN
    SELECT c.conrelid::regclass AS table_name, c.conname AS name,
           left(format('%s_%s_not_null', t.relname, a.attname), 63) AS new_name
      FROM pg_constraint c
      JOIN pg_class t ON t.oid = c.conrelid
      JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
     WHERE c.connamespace = 'public'::regnamespace AND c.contype = 'n'
       AND t.relname IN ('album_images', 'albums', 'audit_entries', 'blog_post_folders', 'blog_post_images', 'blog_posts',
                         'news', 'order_refunds', 'page_entries', 'products', 'services')
  LOOP
    IF item.name <> item.new_name THEN
      EXECUTE format('ALTER TABLE %s RENAME CONSTRAINT %I TO %I', item.table_name, item.name, item.new_name);
    END IF;
  END LOOP;
END
$$;
