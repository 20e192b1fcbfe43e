CREATE TABLE "surplus_payments" (
	"site_id" integer DEFAULT current_setting('app.site_id')::integer NOT NULL,
	"order_id" integer NOT NULL,
	"reference" text NOT NULL,
	"amount" bigint NOT NULL,
	"reason" text NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"refunded_at" timestamp with time zone,
	"refunded_by_user_id" integer,
	CONSTRAINT "surplus_payments_site_id_order_id_reference_pk" PRIMARY KEY("site_id","order_id","reference")
);
--> statement-breakpoint
ALTER TABLE "surplus_payments" ADD CONSTRAINT "surplus_payments_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "surplus_payments" ADD CONSTRAINT "surplus_payments_site_id_order_id_orders_site_id_id_fk" FOREIGN KEY ("site_id","order_id") REFERENCES "public"."orders"("site_id","id") ON DELETE cascade ON UPDATE no action;