-- The role in which every request works: it owns nothing and cannot step around row-level security.
-- Roles belong to the whole server: another database may have made it, or be making it at this moment.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'cuvee_app') THEN
    CREATE ROLE cuvee_app NOLOGIN NOSUPERUSER NOBYPASSRLS;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
  NULL;
END
$$;
--> statement-breakpoint
-- What is paid after the declination's own discount, else the product's, in cents; the same rule as unit-price.ts.
CREATE FUNCTION discounted_price(price integer, own jsonb, products jsonb) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (
  SELECT CASE
    WHEN d IS NULL THEN price
    WHEN d ->> 'type' = 'EURO' THEN greatest(0, price - floor((d ->> 'amount')::numeric * 100 + 0.5)::integer)
    ELSE greatest(0, floor(price * (100 - (d ->> 'amount')::numeric) / 100 + 0.5)::integer)
  END
  FROM (
    SELECT CASE
      WHEN jsonb_typeof(own) = 'object' AND own ->> 'detailType' <> 'SHIPPING_FEES' THEN own
      WHEN jsonb_typeof(products) = 'object' AND products ->> 'detailType' <> 'SHIPPING_FEES' THEN products
    END AS d
  ) AS which
);
--> statement-breakpoint
-- An import writes many rows that name each other: it checks references and uniqueness once, at its end.
DO $$
DECLARE
  reference record;
BEGIN
  FOR reference IN
    SELECT conrelid::regclass AS of_table, conname FROM pg_constraint
     WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND NOT condeferrable
  LOOP
    EXECUTE format('ALTER TABLE %s ALTER CONSTRAINT %I DEFERRABLE INITIALLY IMMEDIATE', reference.of_table, reference.conname);
  END LOOP;
END
$$;
--> statement-breakpoint
DROP INDEX products_site_id_slug_index;
--> statement-breakpoint
ALTER TABLE products ADD CONSTRAINT products_site_id_slug_index UNIQUE (site_id, slug) DEFERRABLE;
--> statement-breakpoint
DROP INDEX images_site_id_path_index;
--> statement-breakpoint
ALTER TABLE images ADD CONSTRAINT images_site_id_path_index UNIQUE (site_id, path) DEFERRABLE;
--> statement-breakpoint
DROP INDEX files_site_id_path_index;
--> statement-breakpoint
ALTER TABLE files ADD CONSTRAINT files_site_id_path_index UNIQUE (site_id, path) DEFERRABLE;
