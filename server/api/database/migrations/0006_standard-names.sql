-- Tables, columns and stored JSON get the names that the code uses. "Pickup" is at a carrier's pickup point, "collection"
-- at the estate.
ALTER TABLE "declinations" RENAME TO "variants";
--> statement-breakpoint
ALTER TABLE "relay_points" RENAME TO "pickup_points";
--> statement-breakpoint
ALTER TABLE "pickup_places" RENAME TO "collection_places";
--> statement-breakpoint
ALTER TABLE "pickup_schedules" RENAME TO "collection_schedules";
--> statement-breakpoint
ALTER TABLE "order_state_moves" RENAME TO "order_state_changes";
--> statement-breakpoint
ALTER TABLE "page_layouts" RENAME TO "page_sections";
--> statement-breakpoint
ALTER TABLE "box_contents" RENAME COLUMN "declination_id" TO "variant_id";
--> statement-breakpoint
ALTER TABLE "stock" RENAME COLUMN "declination_id" TO "variant_id";
--> statement-breakpoint
ALTER TABLE "price_history" RENAME COLUMN "declination_id" TO "variant_id";
--> statement-breakpoint
ALTER TABLE "order_lines" RENAME COLUMN "declination_id" TO "variant_id";
--> statement-breakpoint
ALTER TABLE "orders" RENAME COLUMN "access_point" TO "pickup_point";
--> statement-breakpoint
ALTER TABLE "orders" RENAME COLUMN "pickup_schedule_id" TO "collection_schedule_id";
--> statement-breakpoint
ALTER TABLE "orders" RENAME COLUMN "pickup_date" TO "collection_date";
--> statement-breakpoint
ALTER TABLE "orders" RENAME COLUMN "pickup" TO "collection";
--> statement-breakpoint
ALTER TABLE "order_counters" RENAME COLUMN "last" TO "last_number";
--> statement-breakpoint
ALTER TABLE "order_state_changes" RENAME COLUMN "at" TO "changed_at";
--> statement-breakpoint
ALTER TABLE "order_state_changes" RENAME COLUMN "by_user_id" TO "staff_user_id";
--> statement-breakpoint
ALTER TABLE "discount_codes" RENAME COLUMN "uses" TO "max_uses";
--> statement-breakpoint
ALTER TABLE "discount_codes" RENAME COLUMN "uses_per_customer" TO "max_uses_per_customer";
--> statement-breakpoint
ALTER TABLE "discount_codes" RENAME COLUMN "least_goods" TO "min_goods";
--> statement-breakpoint
ALTER TABLE "newsletter_subscriptions" RENAME COLUMN "since" TO "subscribed_at";
--> statement-breakpoint
ALTER TABLE "visits" RENAME COLUMN "at" TO "visited_at";
--> statement-breakpoint
ALTER TABLE "import_rows" RENAME COLUMN "kind" TO "table_name";
--> statement-breakpoint
ALTER TABLE "stock" RENAME CONSTRAINT "stock_never_below_zero" TO "stock_quantity_not_negative";
--> statement-breakpoint
ALTER TABLE "import_rows" RENAME CONSTRAINT "import_rows_site_id_kind_key_pk" TO "import_rows_site_id_table_name_key_pk";
--> statement-breakpoint
ALTER SEQUENCE "order_state_moves_id_seq" RENAME TO "order_state_changes_id_seq";
--> statement-breakpoint
-- The other constraints and indexes are named after their tables and columns. PostgreSQL truncates names at 63 bytes.
CREATE FUNCTION pg_temp.renamed(name text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT left(replace(replace(replace(replace(replace(replace(replace(name,
    'declination', 'variant'), 'relay_points', 'pickup_points'), 'pickup_places', 'collection_places'),
    'pickup_schedule', 'collection_schedule'), 'pickup_date', 'collection_date'),
    'order_state_moves', 'order_state_changes'), 'page_layouts', 'page_sections'), 63)
$$;
--> statement-breakpoint
DO $$
DECLARE
  item record;
BEGIN
  -- PostgreSQL 18 has a named constraint for each NOT NULL column.
  FOR item IN
    SELECT c.conrelid::regclass AS table_name, c.conname AS name,
           CASE c.contype WHEN 'n' THEN left(format('%s_%s_not_null', t.relname, a.attname), 63)
                          ELSE pg_temp.renamed(c.conname) END AS new_name
      FROM pg_constraint c
      JOIN pg_class t ON t.oid = c.conrelid
      LEFT JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
     WHERE c.connamespace = 'public'::regnamespace
  LOOP
    IF item.name <> item.new_name THEN
      EXECUTE format('ALTER TABLE %s RENAME CONSTRAINT %I TO %I', item.table_name, item.name, item.new_name);
    END IF;
  END LOOP;
  FOR item IN
    SELECT oid::regclass AS index_name, relname AS name, pg_temp.renamed(relname) AS new_name
      FROM pg_class WHERE relkind = 'i' AND relnamespace = 'public'::regnamespace
  LOOP
    IF item.name <> item.new_name THEN
      EXECUTE format('ALTER INDEX %s RENAME TO %I', item.index_name, item.new_name);
    END IF;
  END LOOP;
END
$$;
--> statement-breakpoint
DROP FUNCTION discounted_price(integer, jsonb, jsonb);
--> statement-breakpoint
-- The price after the variant's discount, or else the product's, in cents; the same rule as in unit-price.ts.
CREATE FUNCTION discounted_price(price integer, variant_discount jsonb, product_discount jsonb) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (
  SELECT CASE
    WHEN discount IS NULL THEN price
    WHEN discount ->> 'type' = 'EURO' THEN
      greatest(0, price - floor((discount ->> 'amount')::numeric * 100 + 0.5)::integer)
    ELSE greatest(0, floor(price * (100 - (discount ->> 'amount')::numeric) / 100 + 0.5)::integer)
  END
  FROM (
    SELECT CASE
      WHEN jsonb_typeof(variant_discount) = 'object' AND variant_discount ->> 'detailType' <> 'SHIPPING_FEES'
        THEN variant_discount
      WHEN jsonb_typeof(product_discount) = 'object' AND product_discount ->> 'detailType' <> 'SHIPPING_FEES'
        THEN product_discount
    END AS discount
  ) AS applicable
);
--> statement-breakpoint
CREATE FUNCTION pg_temp.rename_key(list jsonb, key text, new_key text) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(jsonb_agg(
           CASE WHEN item ? key THEN (item - key) || jsonb_build_object(new_key, item -> key) ELSE item END
           ORDER BY position), '[]')
    FROM jsonb_array_elements(list) WITH ORDINALITY AS items(item, position)
$$;
--> statement-breakpoint
DO $$
DECLARE
  site record;
  code_columns CONSTANT jsonb :=
    '{"uses": "max_uses", "uses_per_customer": "max_uses_per_customer", "least_goods": "min_goods"}';
BEGIN
  -- Row-level security is forced, so an owner who is not a superuser sees only the rows of the site in app.site_id. The
  -- hashes of imports are computed in UTC.
  PERFORM set_config('timezone', 'UTC', true);
  FOR site IN SELECT id FROM sites LOOP
    PERFORM set_config('app.site_id', site.id::text, true);
    UPDATE order_lines SET stock_taken = pg_temp.rename_key(stock_taken, 'declinationId', 'variantId')
     WHERE site_id = site.id AND stock_taken <> '[]';
    UPDATE mails SET attachments = pg_temp.rename_key(attachments, 'maker', 'builder')
     WHERE site_id = site.id AND attachments <> '[]';
    UPDATE import_rows SET table_name = pg_temp.renamed(table_name)
     WHERE site_id = site.id AND table_name <> pg_temp.renamed(table_name);

    -- The hash of a row covers the names of its columns. It changes only where it matches, so that edits stay recognisable.
    UPDATE import_rows i
       SET columns = renamed.columns,
           hash = CASE WHEN i.hash = renamed.old_hash THEN renamed.new_hash ELSE i.hash END
      FROM (
        SELECT r.key, jsonb_agg(coalesce(code_columns ->> c, c) ORDER BY position) AS columns,
               md5(jsonb_object_agg(c, to_jsonb(d) -> coalesce(code_columns ->> c, c))::text) AS old_hash,
               md5(jsonb_object_agg(coalesce(code_columns ->> c, c), to_jsonb(d) -> coalesce(code_columns ->> c, c))::text)
                 AS new_hash
          FROM import_rows r
          LEFT JOIN discount_codes d ON d.site_id = site.id AND jsonb_build_array(d.id)::text = r.key
         CROSS JOIN LATERAL jsonb_array_elements_text(r.columns) WITH ORDINALITY AS columns(c, position)
         WHERE r.site_id = site.id AND r.table_name = 'discount_codes'
         GROUP BY r.key
      ) AS renamed
     WHERE i.site_id = site.id AND i.table_name = 'discount_codes' AND i.key = renamed.key;
  END LOOP;
  PERFORM set_config('app.site_id', '', true);
END
$$;
