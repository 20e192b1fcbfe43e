CREATE TABLE "newsletter_issues" (
	"site_id" integer DEFAULT current_setting('app.site_id')::integer NOT NULL,
	"id" integer NOT NULL,
	"list_id" integer NOT NULL,
	"subject" jsonb NOT NULL,
	"preheader" jsonb NOT NULL,
	"blocks" jsonb NOT NULL,
	"state" text DEFAULT 'DRAFT' NOT NULL,
	"send_at" timestamp with time zone,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"next_batch_at" timestamp with time zone,
	CONSTRAINT "newsletter_issues_site_id_id_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "newsletter_recipients" (
	"site_id" integer DEFAULT current_setting('app.site_id')::integer NOT NULL,
	"issue_id" integer NOT NULL,
	"subscription_id" integer NOT NULL,
	"state" text DEFAULT 'PENDING' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"claimed_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	"last_error" text DEFAULT '' NOT NULL,
	CONSTRAINT "newsletter_recipients_site_id_issue_id_subscription_id_pk" PRIMARY KEY("site_id","issue_id","subscription_id")
);
--> statement-breakpoint
ALTER TABLE "newsletter_issues" ADD CONSTRAINT "newsletter_issues_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_issues" ADD CONSTRAINT "newsletter_issues_site_id_list_id_newsletter_lists_site_id_id_fk" FOREIGN KEY ("site_id","list_id") REFERENCES "public"."newsletter_lists"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_recipients" ADD CONSTRAINT "newsletter_recipients_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_recipients" ADD CONSTRAINT "newsletter_recipients_site_id_issue_id_newsletter_issues_site_id_id_fk" FOREIGN KEY ("site_id","issue_id") REFERENCES "public"."newsletter_issues"("site_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "newsletter_recipients_site_id_issue_id_state_due_at_index" ON "newsletter_recipients" USING btree ("site_id","issue_id","state","due_at");