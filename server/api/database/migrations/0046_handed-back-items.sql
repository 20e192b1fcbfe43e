ALTER TABLE "row_revisions" ADD COLUMN "handed_back_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "import_rows" ADD COLUMN "item" text DEFAULT '' NOT NULL;