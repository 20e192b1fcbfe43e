CREATE TABLE "review_refusals" (
	"site_id" integer DEFAULT current_setting('app.site_id')::integer NOT NULL,
	"email_key" text NOT NULL,
	"refused_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "review_refusals_site_id_email_key_pk" PRIMARY KEY("site_id","email_key")
);
--> statement-breakpoint
ALTER TABLE "review_invitations" ADD COLUMN "refusal_token" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "review_refusals" ADD CONSTRAINT "review_refusals_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "review_invitations_site_id_refusal_token_index" ON "review_invitations" USING btree ("site_id","refusal_token");