CREATE TABLE "staff_requests" (
	"site_id" integer DEFAULT current_setting('app.site_id')::integer NOT NULL,
	"user_id" integer NOT NULL,
	"key" text NOT NULL,
	"input_hash" text NOT NULL,
	"result" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "staff_requests_site_id_user_id_key_pk" PRIMARY KEY("site_id","user_id","key")
);
--> statement-breakpoint
ALTER TABLE "staff_requests" ADD CONSTRAINT "staff_requests_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE no action ON UPDATE no action;