CREATE TABLE "review_refusals" (
	"site_id" integer DEFAULT current_setting('app.site_id')::integer NOT NULL,
	"email_hash" text NOT NULL,
	"refused_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "review_refusals_site_id_email_hash_pk" PRIMARY KEY("site_id","email_hash")
);
--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "draft" jsonb;--> statement-breakpoint
ALTER TABLE "review_refusals" ADD CONSTRAINT "review_refusals_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE no action ON UPDATE no action;