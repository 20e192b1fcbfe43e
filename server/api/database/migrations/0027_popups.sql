CREATE TABLE "popups" (
	"site_id" integer DEFAULT current_setting('app.site_id')::integer NOT NULL,
	"id" integer NOT NULL,
	"kind" text NOT NULL,
	"title" jsonb NOT NULL,
	"html" jsonb NOT NULL,
	"image_id" integer,
	"button" jsonb,
	"starts_on" date,
	"ends_on" date,
	"page_kinds" jsonb NOT NULL,
	"page_entries" jsonb NOT NULL,
	"delay_seconds" integer,
	"is_shown_on_every_reload" boolean NOT NULL,
	"is_scroll_locked" boolean NOT NULL,
	CONSTRAINT "popups_site_id_id_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
ALTER TABLE "popups" ADD CONSTRAINT "popups_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "popups" ADD CONSTRAINT "popups_site_id_image_id_images_site_id_id_fk" FOREIGN KEY ("site_id","image_id") REFERENCES "public"."images"("site_id","id") ON DELETE no action ON UPDATE no action;