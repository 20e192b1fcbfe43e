CREATE TABLE "order_tokens" (
	"site_id" integer DEFAULT current_setting('app.site_id')::integer NOT NULL,
	"token_hash" text NOT NULL,
	"order_id" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "order_tokens_site_id_token_hash_pk" PRIMARY KEY("site_id","token_hash")
);
--> statement-breakpoint
ALTER TABLE "order_requests" DROP CONSTRAINT "order_requests_site_id_user_id_key_pk";--> statement-breakpoint
ALTER TABLE "code_uses" ADD COLUMN "email_key" text;--> statement-breakpoint
ALTER TABLE "order_requests" ADD COLUMN "email_key" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "email_key" text GENERATED ALWAYS AS (lower(email)) STORED;--> statement-breakpoint
ALTER TABLE "order_tokens" ADD CONSTRAINT "order_tokens_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_tokens" ADD CONSTRAINT "order_tokens_site_id_order_id_orders_site_id_id_fk" FOREIGN KEY ("site_id","order_id") REFERENCES "public"."orders"("site_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_tokens_site_id_order_id_index" ON "order_tokens" USING btree ("site_id","order_id");--> statement-breakpoint
CREATE INDEX "orders_site_id_email_key_index" ON "orders" USING btree ("site_id","email_key");--> statement-breakpoint
-- Row-level security is forced, so that an owner who is no superuser would update no row.
ALTER TABLE "users" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "orders" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "order_requests" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "code_uses" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE "order_requests" r SET "email_key" = u."email_key" FROM "users" u WHERE u."site_id" = r."site_id" AND u."id" = r."user_id";--> statement-breakpoint
DELETE FROM "order_requests" WHERE "email_key" IS NULL;--> statement-breakpoint
UPDATE "code_uses" c SET "email_key" = nullif(o."email_key", '') FROM "orders" o WHERE o."site_id" = c."site_id" AND o."id" = c."order_id" AND c."user_id" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "users" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "orders" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "order_requests" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "code_uses" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "order_requests" ALTER COLUMN "email_key" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "order_requests" ADD CONSTRAINT "order_requests_site_id_email_key_key_pk" PRIMARY KEY("site_id","email_key","key");--> statement-breakpoint
ALTER TABLE "code_uses" DROP COLUMN "user_id";--> statement-breakpoint
ALTER TABLE "order_requests" DROP COLUMN "user_id";