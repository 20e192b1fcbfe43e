ALTER TABLE "sites" ADD COLUMN "hosting_edited_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "cookie_domain" text;