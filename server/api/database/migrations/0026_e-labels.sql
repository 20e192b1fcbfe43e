CREATE TABLE "e_labels" (
	"site_id" integer DEFAULT current_setting('app.site_id')::integer NOT NULL,
	"id" integer NOT NULL,
	"name" jsonb NOT NULL,
	"kind" text NOT NULL,
	"vintage" integer,
	"alcohol" numeric(5, 2) NOT NULL,
	"ingredients" jsonb NOT NULL,
	"nutrition" jsonb NOT NULL,
	CONSTRAINT "e_labels_site_id_id_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
ALTER TABLE "e_labels" ADD CONSTRAINT "e_labels_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE no action ON UPDATE no action;