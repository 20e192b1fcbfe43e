ALTER TABLE "sites" ADD COLUMN "folder" text;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "removed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sites" ADD COLUMN "purged_at" timestamp with time zone;