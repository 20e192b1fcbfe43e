CREATE TABLE "sites" (
	"id" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"hosts" jsonb NOT NULL,
	"origins" jsonb NOT NULL,
	"languages" jsonb NOT NULL,
	"default_lang" text NOT NULL,
	"time_zone" text NOT NULL,
	"change_count" integer DEFAULT 0 NOT NULL,
	"imported_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "awards" (
	"site_id" integer DEFAULT current_setting('app.site_id')::integer NOT NULL,
	"id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"name" jsonb NOT NULL,
	"medal" text NOT NULL,
	"distinction" jsonb NOT NULL,
	"year" integer NOT NULL,
	"vintage" integer,
	CONSTRAINT "awards_site_id_id_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "box_contents" (
	"site_id" integer DEFAULT current_setting('app.site_id')::integer NOT NULL,
	"product_id" integer NOT NULL,
	"declination_id" integer NOT NULL,
	"quantity" integer NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "box_contents_site_id_product_id_declination_id_pk" PRIMARY KEY("site_id","product_id","declination_id")
);
--> statement-breakpoint
CREATE TABLE "declinations" (
	"site_id" integer DEFAULT current_setting('app.site_id')::integer NOT NULL,
	"id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"position" integer NOT NULL,
	"reference" text NOT NULL,
	"year" integer,
	"price" integer NOT NULL,
	"discount" jsonb,
	"capacity" numeric(9, 3) NOT NULL,
	"capacity_unit" text NOT NULL,
	"millilitres" integer GENERATED ALWAYS AS ((capacity * case capacity_unit when 'LITER' then 1000 else 10 end)::integer) STORED NOT NULL,
	"sell_by_multiple_of" integer NOT NULL,
	"variations" jsonb NOT NULL,
	"image_id" integer,
	CONSTRAINT "declinations_site_id_id_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "meal_icons" (
	"site_id" integer DEFAULT current_setting('app.site_id')::integer NOT NULL,
	"id" integer NOT NULL,
	"icon" text NOT NULL,
	"label" jsonb NOT NULL,
	CONSTRAINT "meal_icons_site_id_id_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "price_history" (
	"site_id" integer DEFAULT current_setting('app.site_id')::integer NOT NULL,
	"declination_id" integer NOT NULL,
	"valid_from" timestamp with time zone NOT NULL,
	"price" integer NOT NULL,
	CONSTRAINT "price_history_site_id_declination_id_valid_from_pk" PRIMARY KEY("site_id","declination_id","valid_from")
);
--> statement-breakpoint
CREATE TABLE "product_images" (
	"site_id" integer DEFAULT current_setting('app.site_id')::integer NOT NULL,
	"product_id" integer NOT NULL,
	"image_id" integer NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "product_images_site_id_product_id_image_id_pk" PRIMARY KEY("site_id","product_id","image_id")
);
--> statement-breakpoint
CREATE TABLE "product_meal_icons" (
	"site_id" integer DEFAULT current_setting('app.site_id')::integer NOT NULL,
	"product_id" integer NOT NULL,
	"meal_icon_id" integer NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "product_meal_icons_site_id_product_id_meal_icon_id_pk" PRIMARY KEY("site_id","product_id","meal_icon_id")
);
--> statement-breakpoint
CREATE TABLE "product_tags" (
	"site_id" integer DEFAULT current_setting('app.site_id')::integer NOT NULL,
	"product_id" integer NOT NULL,
	"tag" text NOT NULL,
	CONSTRAINT "product_tags_site_id_product_id_tag_pk" PRIMARY KEY("site_id","product_id","tag")
);
--> statement-breakpoint
CREATE TABLE "products" (
	"site_id" integer DEFAULT current_setting('app.site_id')::integer NOT NULL,
	"id" integer NOT NULL,
	"slug" text NOT NULL,
	"type" text NOT NULL,
	"kind" text NOT NULL,
	"name" jsonb NOT NULL,
	"appellation" jsonb NOT NULL,
	"summary" jsonb NOT NULL,
	"is_vintage" boolean NOT NULL,
	"position" integer NOT NULL,
	"promoted" boolean NOT NULL,
	"has_shipping_fees" boolean NOT NULL,
	"vat_rate" numeric(5, 2) NOT NULL,
	"is_alcohol" boolean NOT NULL,
	"discount" jsonb,
	"html" jsonb NOT NULL,
	"tasting" jsonb NOT NULL,
	"facts" jsonb NOT NULL,
	"alcohol" numeric(5, 2),
	"nutrition" jsonb,
	"ingredients" jsonb NOT NULL,
	"allergens" jsonb NOT NULL,
	"videos" jsonb NOT NULL,
	"reference" text,
	"search_text" text NOT NULL,
	CONSTRAINT "products_site_id_id_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "recommendations" (
	"site_id" integer DEFAULT current_setting('app.site_id')::integer NOT NULL,
	"product_id" integer NOT NULL,
	"recommended_id" integer NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "recommendations_site_id_product_id_recommended_id_pk" PRIMARY KEY("site_id","product_id","recommended_id")
);
--> statement-breakpoint
CREATE TABLE "stock" (
	"site_id" integer DEFAULT current_setting('app.site_id')::integer NOT NULL,
	"declination_id" integer NOT NULL,
	"quantity" integer NOT NULL,
	CONSTRAINT "stock_site_id_declination_id_pk" PRIMARY KEY("site_id","declination_id")
);
--> statement-breakpoint
CREATE TABLE "tags" (
	"site_id" integer DEFAULT current_setting('app.site_id')::integer NOT NULL,
	"slug" text NOT NULL,
	"label" jsonb NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "tags_site_id_slug_pk" PRIMARY KEY("site_id","slug")
);
--> statement-breakpoint
CREATE TABLE "variations" (
	"site_id" integer DEFAULT current_setting('app.site_id')::integer NOT NULL,
	"id" integer NOT NULL,
	"label" jsonb NOT NULL,
	"display_label" jsonb,
	CONSTRAINT "variations_site_id_id_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "news" (
	"site_id" integer DEFAULT current_setting('app.site_id')::integer NOT NULL,
	"id" integer NOT NULL,
	"slug" jsonb NOT NULL,
	"title" jsonb NOT NULL,
	"summary" jsonb NOT NULL,
	"html" jsonb NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"promoted" boolean NOT NULL,
	"image_id" integer,
	"search_text" text NOT NULL,
	CONSTRAINT "news_site_id_id_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "news_images" (
	"site_id" integer DEFAULT current_setting('app.site_id')::integer NOT NULL,
	"news_id" integer NOT NULL,
	"image_id" integer NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "news_images_site_id_news_id_image_id_pk" PRIMARY KEY("site_id","news_id","image_id")
);
--> statement-breakpoint
CREATE TABLE "files" (
	"site_id" integer DEFAULT current_setting('app.site_id')::integer NOT NULL,
	"id" integer NOT NULL,
	"path" text NOT NULL,
	"name" text NOT NULL,
	"hash" text NOT NULL,
	"type" text NOT NULL,
	"bytes" integer NOT NULL,
	CONSTRAINT "files_site_id_id_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "images" (
	"site_id" integer DEFAULT current_setting('app.site_id')::integer NOT NULL,
	"id" integer NOT NULL,
	"path" text NOT NULL,
	"name" text NOT NULL,
	"alt" jsonb NOT NULL,
	"hash" text NOT NULL,
	"type" text NOT NULL,
	"bytes" integer NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"tint" text NOT NULL,
	CONSTRAINT "images_site_id_id_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "addresses" (
	"site_id" integer DEFAULT current_setting('app.site_id')::integer NOT NULL,
	"id" integer NOT NULL,
	"position" integer NOT NULL,
	"name" jsonb NOT NULL,
	"types" jsonb NOT NULL,
	"address" text NOT NULL,
	"address_part2" text NOT NULL,
	"postal_code" text NOT NULL,
	"city" text NOT NULL,
	"country" text NOT NULL,
	"phone" text NOT NULL,
	"email" text NOT NULL,
	"latitude" double precision,
	"longitude" double precision,
	"opening_hours" jsonb NOT NULL,
	CONSTRAINT "addresses_site_id_id_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "components" (
	"site_id" integer DEFAULT current_setting('app.site_id')::integer NOT NULL,
	"slug" text NOT NULL,
	"config" jsonb NOT NULL,
	CONSTRAINT "components_site_id_slug_pk" PRIMARY KEY("site_id","slug")
);
--> statement-breakpoint
CREATE TABLE "external_app_secrets" (
	"site_id" integer DEFAULT current_setting('app.site_id')::integer NOT NULL,
	"app" text NOT NULL,
	"config" jsonb NOT NULL,
	CONSTRAINT "external_app_secrets_site_id_app_pk" PRIMARY KEY("site_id","app")
);
--> statement-breakpoint
CREATE TABLE "external_apps" (
	"site_id" integer DEFAULT current_setting('app.site_id')::integer NOT NULL,
	"app" text NOT NULL,
	"config" jsonb NOT NULL,
	CONSTRAINT "external_apps_site_id_app_pk" PRIMARY KEY("site_id","app")
);
--> statement-breakpoint
CREATE TABLE "fonts" (
	"site_id" integer DEFAULT current_setting('app.site_id')::integer NOT NULL,
	"name" text NOT NULL,
	"files" jsonb NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "fonts_site_id_name_pk" PRIMARY KEY("site_id","name")
);
--> statement-breakpoint
CREATE TABLE "logos" (
	"site_id" integer DEFAULT current_setting('app.site_id')::integer NOT NULL,
	"id" integer NOT NULL,
	"type" text NOT NULL,
	"image_id" integer NOT NULL,
	"alt" jsonb NOT NULL,
	CONSTRAINT "logos_site_id_id_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "page_entries" (
	"site_id" integer DEFAULT current_setting('app.site_id')::integer NOT NULL,
	"id" integer NOT NULL,
	"lang" text NOT NULL,
	"parent_id" integer,
	"position" integer NOT NULL,
	"url" text NOT NULL,
	"menu_title" text NOT NULL,
	"title" text NOT NULL,
	"meta_description" text NOT NULL,
	"show_in_menu" boolean NOT NULL,
	"is_text" boolean NOT NULL,
	"type" text NOT NULL,
	"page_id" integer,
	"is_cms_page" boolean NOT NULL,
	"cms_route" text NOT NULL,
	"link_type" text NOT NULL,
	"link_url" text NOT NULL,
	"link_code" text NOT NULL,
	CONSTRAINT "page_entries_site_id_id_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "page_layouts" (
	"site_id" integer DEFAULT current_setting('app.site_id')::integer NOT NULL,
	"page_id" integer NOT NULL,
	"id" integer NOT NULL,
	"position" integer NOT NULL,
	"kind" text NOT NULL,
	"html" jsonb,
	"component" text,
	"config" jsonb,
	CONSTRAINT "page_layouts_site_id_page_id_id_pk" PRIMARY KEY("site_id","page_id","id")
);
--> statement-breakpoint
CREATE TABLE "pages" (
	"site_id" integer DEFAULT current_setting('app.site_id')::integer NOT NULL,
	"id" integer NOT NULL,
	"title" jsonb NOT NULL,
	"type" text NOT NULL,
	"image_id" integer,
	CONSTRAINT "pages_site_id_id_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "parameters" (
	"site_id" integer DEFAULT current_setting('app.site_id')::integer NOT NULL,
	"id" integer GENERATED BY DEFAULT AS IDENTITY (sequence name "parameters_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"type" text NOT NULL,
	"value" jsonb NOT NULL,
	CONSTRAINT "parameters_site_id_type_pk" PRIMARY KEY("site_id","type")
);
--> statement-breakpoint
CREATE TABLE "site_infos" (
	"site_id" integer PRIMARY KEY DEFAULT current_setting('app.site_id')::integer NOT NULL,
	"dev_url" text NOT NULL,
	"prod_url" text NOT NULL,
	"server" text NOT NULL,
	"url" text NOT NULL,
	"fonts" jsonb NOT NULL,
	"is_winemaker" boolean NOT NULL,
	"is_e_commerce" boolean NOT NULL,
	"is_building" boolean NOT NULL,
	"technical_file_model" text,
	"dashboard_type" text
);
--> statement-breakpoint
CREATE TABLE "themes" (
	"site_id" integer PRIMARY KEY DEFAULT current_setting('app.site_id')::integer NOT NULL,
	"primary" text NOT NULL,
	"accent" text NOT NULL,
	"ink" text NOT NULL,
	"backgrounds" jsonb NOT NULL,
	"menu" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "visit_salts" (
	"site_id" integer DEFAULT current_setting('app.site_id')::integer NOT NULL,
	"day" date NOT NULL,
	"salt" text NOT NULL,
	CONSTRAINT "visit_salts_site_id_day_pk" PRIMARY KEY("site_id","day")
);
--> statement-breakpoint
CREATE TABLE "visits" (
	"site_id" integer DEFAULT current_setting('app.site_id')::integer NOT NULL,
	"day" date NOT NULL,
	"visitor" text NOT NULL,
	"source" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "visits_site_id_day_visitor_pk" PRIMARY KEY("site_id","day","visitor")
);
--> statement-breakpoint
CREATE TABLE "import_rows" (
	"site_id" integer DEFAULT current_setting('app.site_id')::integer NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"columns" jsonb NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "import_rows_site_id_kind_key_pk" PRIMARY KEY("site_id","kind","key")
);
--> statement-breakpoint
ALTER TABLE "awards" ADD CONSTRAINT "awards_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "awards" ADD CONSTRAINT "awards_site_id_product_id_products_site_id_id_fk" FOREIGN KEY ("site_id","product_id") REFERENCES "public"."products"("site_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "box_contents" ADD CONSTRAINT "box_contents_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "box_contents" ADD CONSTRAINT "box_contents_site_id_product_id_products_site_id_id_fk" FOREIGN KEY ("site_id","product_id") REFERENCES "public"."products"("site_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "box_contents" ADD CONSTRAINT "box_contents_site_id_declination_id_declinations_site_id_id_fk" FOREIGN KEY ("site_id","declination_id") REFERENCES "public"."declinations"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "declinations" ADD CONSTRAINT "declinations_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "declinations" ADD CONSTRAINT "declinations_site_id_product_id_products_site_id_id_fk" FOREIGN KEY ("site_id","product_id") REFERENCES "public"."products"("site_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "declinations" ADD CONSTRAINT "declinations_site_id_image_id_images_site_id_id_fk" FOREIGN KEY ("site_id","image_id") REFERENCES "public"."images"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meal_icons" ADD CONSTRAINT "meal_icons_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_history" ADD CONSTRAINT "price_history_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_history" ADD CONSTRAINT "price_history_site_id_declination_id_declinations_site_id_id_fk" FOREIGN KEY ("site_id","declination_id") REFERENCES "public"."declinations"("site_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_images" ADD CONSTRAINT "product_images_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_images" ADD CONSTRAINT "product_images_site_id_product_id_products_site_id_id_fk" FOREIGN KEY ("site_id","product_id") REFERENCES "public"."products"("site_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_images" ADD CONSTRAINT "product_images_site_id_image_id_images_site_id_id_fk" FOREIGN KEY ("site_id","image_id") REFERENCES "public"."images"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_meal_icons" ADD CONSTRAINT "product_meal_icons_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_meal_icons" ADD CONSTRAINT "product_meal_icons_site_id_product_id_products_site_id_id_fk" FOREIGN KEY ("site_id","product_id") REFERENCES "public"."products"("site_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_meal_icons" ADD CONSTRAINT "product_meal_icons_site_id_meal_icon_id_meal_icons_site_id_id_fk" FOREIGN KEY ("site_id","meal_icon_id") REFERENCES "public"."meal_icons"("site_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_tags" ADD CONSTRAINT "product_tags_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_tags" ADD CONSTRAINT "product_tags_site_id_product_id_products_site_id_id_fk" FOREIGN KEY ("site_id","product_id") REFERENCES "public"."products"("site_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_tags" ADD CONSTRAINT "product_tags_site_id_tag_tags_site_id_slug_fk" FOREIGN KEY ("site_id","tag") REFERENCES "public"."tags"("site_id","slug") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recommendations" ADD CONSTRAINT "recommendations_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recommendations" ADD CONSTRAINT "recommendations_site_id_product_id_products_site_id_id_fk" FOREIGN KEY ("site_id","product_id") REFERENCES "public"."products"("site_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recommendations" ADD CONSTRAINT "recommendations_site_id_recommended_id_products_site_id_id_fk" FOREIGN KEY ("site_id","recommended_id") REFERENCES "public"."products"("site_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock" ADD CONSTRAINT "stock_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock" ADD CONSTRAINT "stock_site_id_declination_id_declinations_site_id_id_fk" FOREIGN KEY ("site_id","declination_id") REFERENCES "public"."declinations"("site_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tags" ADD CONSTRAINT "tags_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "variations" ADD CONSTRAINT "variations_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news" ADD CONSTRAINT "news_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news" ADD CONSTRAINT "news_site_id_image_id_images_site_id_id_fk" FOREIGN KEY ("site_id","image_id") REFERENCES "public"."images"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news_images" ADD CONSTRAINT "news_images_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news_images" ADD CONSTRAINT "news_images_site_id_news_id_news_site_id_id_fk" FOREIGN KEY ("site_id","news_id") REFERENCES "public"."news"("site_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news_images" ADD CONSTRAINT "news_images_site_id_image_id_images_site_id_id_fk" FOREIGN KEY ("site_id","image_id") REFERENCES "public"."images"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "images" ADD CONSTRAINT "images_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "addresses" ADD CONSTRAINT "addresses_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "components" ADD CONSTRAINT "components_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "external_app_secrets" ADD CONSTRAINT "external_app_secrets_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "external_apps" ADD CONSTRAINT "external_apps_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fonts" ADD CONSTRAINT "fonts_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "logos" ADD CONSTRAINT "logos_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "logos" ADD CONSTRAINT "logos_site_id_image_id_images_site_id_id_fk" FOREIGN KEY ("site_id","image_id") REFERENCES "public"."images"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "page_entries" ADD CONSTRAINT "page_entries_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "page_entries" ADD CONSTRAINT "page_entries_site_id_parent_id_page_entries_site_id_id_fk" FOREIGN KEY ("site_id","parent_id") REFERENCES "public"."page_entries"("site_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "page_entries" ADD CONSTRAINT "page_entries_site_id_page_id_pages_site_id_id_fk" FOREIGN KEY ("site_id","page_id") REFERENCES "public"."pages"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "page_layouts" ADD CONSTRAINT "page_layouts_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "page_layouts" ADD CONSTRAINT "page_layouts_site_id_page_id_pages_site_id_id_fk" FOREIGN KEY ("site_id","page_id") REFERENCES "public"."pages"("site_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pages" ADD CONSTRAINT "pages_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pages" ADD CONSTRAINT "pages_site_id_image_id_images_site_id_id_fk" FOREIGN KEY ("site_id","image_id") REFERENCES "public"."images"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "parameters" ADD CONSTRAINT "parameters_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_infos" ADD CONSTRAINT "site_infos_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "themes" ADD CONSTRAINT "themes_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visit_salts" ADD CONSTRAINT "visit_salts_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "awards_site_id_product_id_index" ON "awards" USING btree ("site_id","product_id");--> statement-breakpoint
CREATE INDEX "declinations_site_id_product_id_index" ON "declinations" USING btree ("site_id","product_id");--> statement-breakpoint
CREATE UNIQUE INDEX "products_site_id_slug_index" ON "products" USING btree ("site_id","slug");--> statement-breakpoint
CREATE INDEX "products_site_id_kind_index" ON "products" USING btree ("site_id","kind");--> statement-breakpoint
CREATE INDEX "news_site_id_published_at_index" ON "news" USING btree ("site_id","published_at");--> statement-breakpoint
CREATE UNIQUE INDEX "files_site_id_path_index" ON "files" USING btree ("site_id","path");--> statement-breakpoint
CREATE INDEX "files_site_id_hash_index" ON "files" USING btree ("site_id","hash");--> statement-breakpoint
CREATE UNIQUE INDEX "images_site_id_path_index" ON "images" USING btree ("site_id","path");--> statement-breakpoint
CREATE INDEX "images_site_id_hash_index" ON "images" USING btree ("site_id","hash");--> statement-breakpoint
CREATE INDEX "page_entries_site_id_lang_index" ON "page_entries" USING btree ("site_id","lang");