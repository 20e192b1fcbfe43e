CREATE TABLE "id_counters" (
	"site_id" integer DEFAULT current_setting('app.site_id')::integer NOT NULL,
	"kind" text NOT NULL,
	"last_id" integer NOT NULL,
	CONSTRAINT "id_counters_site_id_kind_pk" PRIMARY KEY("site_id","kind")
);
--> statement-breakpoint
CREATE TABLE "row_revisions" (
	"site_id" integer DEFAULT current_setting('app.site_id')::integer NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"revision" integer NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "row_revisions_site_id_kind_key_pk" PRIMARY KEY("site_id","kind","key")
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "archived_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "id_counters" ADD CONSTRAINT "id_counters_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "row_revisions" ADD CONSTRAINT "row_revisions_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE no action ON UPDATE no action;