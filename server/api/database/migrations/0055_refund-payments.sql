ALTER TABLE "order_refunds" ADD COLUMN "paid_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "paid_on" date;--> statement-breakpoint
-- Earlier releases kept no such record, and the estates have dealt with their refunds.
UPDATE "order_refunds" SET "paid_at" = "created_at" WHERE "method" = 'ESTATE';
