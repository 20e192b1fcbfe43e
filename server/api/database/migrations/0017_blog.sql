CREATE TABLE "blog_folders" (
	"site_id" integer DEFAULT current_setting('app.site_id')::integer NOT NULL,
	"id" integer NOT NULL,
	"parent" integer,
	"slug" jsonb NOT NULL,
	"name" jsonb NOT NULL,
	"description" jsonb NOT NULL,
	"image_id" integer,
	"position" integer NOT NULL,
	CONSTRAINT "blog_folders_site_id_id_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
CREATE TABLE "blog_post_folders" (
	"site_id" integer DEFAULT current_setting('app.site_id')::integer NOT NULL,
	"post_id" integer NOT NULL,
	"folder_id" integer NOT NULL,
	CONSTRAINT "blog_post_folders_site_id_post_id_pk" PRIMARY KEY("site_id","post_id")
);
--> statement-breakpoint
CREATE TABLE "blog_images" (
	"site_id" integer DEFAULT current_setting('app.site_id')::integer NOT NULL,
	"blog_id" integer NOT NULL,
	"image_id" integer NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "blog_images_site_id_blog_id_image_id_pk" PRIMARY KEY("site_id","blog_id","image_id")
);
--> statement-breakpoint
CREATE TABLE "blog" (
	"site_id" integer DEFAULT current_setting('app.site_id')::integer NOT NULL,
	"id" integer NOT NULL,
	"slug" jsonb NOT NULL,
	"title" jsonb NOT NULL,
	"summary" jsonb NOT NULL,
	"html" jsonb NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"promoted" boolean NOT NULL,
	"image_id" integer,
	"search_text" text NOT NULL,
	CONSTRAINT "blog_site_id_id_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
ALTER TABLE "blog_folders" ADD CONSTRAINT "blog_folders_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blog_folders" ADD CONSTRAINT "blog_folders_site_id_parent_blog_folders_site_id_id_fk" FOREIGN KEY ("site_id","parent") REFERENCES "public"."blog_folders"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blog_folders" ADD CONSTRAINT "blog_folders_site_id_image_id_images_site_id_id_fk" FOREIGN KEY ("site_id","image_id") REFERENCES "public"."images"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blog_post_folders" ADD CONSTRAINT "blog_post_folders_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blog_post_folders" ADD CONSTRAINT "blog_post_folders_site_id_post_id_blog_site_id_id_fk" FOREIGN KEY ("site_id","post_id") REFERENCES "public"."blog"("site_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blog_post_folders" ADD CONSTRAINT "blog_post_folders_site_id_folder_id_blog_folders_site_id_id_fk" FOREIGN KEY ("site_id","folder_id") REFERENCES "public"."blog_folders"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blog_images" ADD CONSTRAINT "blog_images_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blog_images" ADD CONSTRAINT "blog_images_site_id_blog_id_blog_site_id_id_fk" FOREIGN KEY ("site_id","blog_id") REFERENCES "public"."blog"("site_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blog_images" ADD CONSTRAINT "blog_images_site_id_image_id_images_site_id_id_fk" FOREIGN KEY ("site_id","image_id") REFERENCES "public"."images"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blog" ADD CONSTRAINT "blog_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blog" ADD CONSTRAINT "blog_site_id_image_id_images_site_id_id_fk" FOREIGN KEY ("site_id","image_id") REFERENCES "public"."images"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "blog_post_folders_site_id_folder_id_index" ON "blog_post_folders" USING btree ("site_id","folder_id");--> statement-breakpoint
CREATE INDEX "blog_site_id_published_at_index" ON "blog" USING btree ("site_id","published_at");