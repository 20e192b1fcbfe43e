ALTER TABLE "order_state_moves" ADD COLUMN "actor" text;
--> statement-breakpoint
-- Row-level security is forced, so that an owner who is no superuser would update no row.
ALTER TABLE "order_state_moves" NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
UPDATE "order_state_moves" SET "actor" = CASE WHEN "by_user_id" IS NULL THEN 'customer' ELSE 'staff' END;
--> statement-breakpoint
ALTER TABLE "order_state_moves" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "order_state_moves" ALTER COLUMN "actor" SET NOT NULL;
