ALTER TABLE "order_lines" ADD COLUMN "contents" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tracking_number" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tracking_url" text;--> statement-breakpoint
ALTER TABLE "carriers" ADD COLUMN "delivery_time" jsonb;--> statement-breakpoint
ALTER TABLE "carriers" ADD COLUMN "tracking_url" text;