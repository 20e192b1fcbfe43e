CREATE TABLE "unpaid_order_holds" (
	"site_id" integer DEFAULT current_setting('app.site_id')::integer NOT NULL,
	"key" text NOT NULL,
	"order_id" integer NOT NULL,
	"bottles" integer NOT NULL,
	CONSTRAINT "unpaid_order_holds_site_id_key_order_id_pk" PRIMARY KEY("site_id","key","order_id")
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "payment_due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "payment_reminded_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "unpaid_order_holds" ADD CONSTRAINT "unpaid_order_holds_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unpaid_order_holds" ADD CONSTRAINT "unpaid_order_holds_site_id_order_id_orders_site_id_id_fk" FOREIGN KEY ("site_id","order_id") REFERENCES "public"."orders"("site_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "unpaid_order_holds_site_id_order_id_index" ON "unpaid_order_holds" USING btree ("site_id","order_id");--> statement-breakpoint
CREATE INDEX "orders_site_id_payment_due_at_index" ON "orders" USING btree ("site_id","payment_due_at") WHERE "orders"."state" = 'PENDING';