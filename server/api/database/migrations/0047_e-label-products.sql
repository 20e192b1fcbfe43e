ALTER TABLE "e_labels" ADD COLUMN "product_id" integer;--> statement-breakpoint
-- A label gets the only product of its estate that has its name. Row-level security shows the rows of one site only, so
-- the sites are changed one after the other.
DO $$
DECLARE
  site_before text := coalesce(current_setting('app.site_id', true), '');
  site integer;
BEGIN
  FOR site IN SELECT id FROM sites WHERE purged_at IS NULL ORDER BY id LOOP
    PERFORM set_config('app.site_id', site::text, true);
    UPDATE e_labels
       SET product_id = (SELECT min(products.id) FROM products WHERE products.site_id = site AND products.name = e_labels.name)
     WHERE e_labels.site_id = site
       AND (SELECT count(*) FROM products WHERE products.site_id = site AND products.name = e_labels.name) = 1;
  END LOOP;
  PERFORM set_config('app.site_id', site_before, true);
END
$$;
