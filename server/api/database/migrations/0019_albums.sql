CREATE TABLE "album_media" (
	"site_id" integer DEFAULT current_setting('app.site_id')::integer NOT NULL,
	"album_id" integer NOT NULL,
	"position" integer NOT NULL,
	"image_id" integer,
	"file_id" integer,
	"caption" jsonb NOT NULL,
	CONSTRAINT "album_media_site_id_album_id_position_pk" PRIMARY KEY("site_id","album_id","position")
);
--> statement-breakpoint
CREATE TABLE "albums_images" (
	"site_id" integer DEFAULT current_setting('app.site_id')::integer NOT NULL,
	"albums_id" integer NOT NULL,
	"image_id" integer NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "albums_images_site_id_albums_id_image_id_pk" PRIMARY KEY("site_id","albums_id","image_id")
);
--> statement-breakpoint
CREATE TABLE "albums" (
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
	CONSTRAINT "albums_site_id_id_pk" PRIMARY KEY("site_id","id")
);
--> statement-breakpoint
ALTER TABLE "album_media" ADD CONSTRAINT "album_media_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "album_media" ADD CONSTRAINT "album_media_site_id_album_id_albums_site_id_id_fk" FOREIGN KEY ("site_id","album_id") REFERENCES "public"."albums"("site_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "album_media" ADD CONSTRAINT "album_media_site_id_image_id_images_site_id_id_fk" FOREIGN KEY ("site_id","image_id") REFERENCES "public"."images"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "album_media" ADD CONSTRAINT "album_media_site_id_file_id_files_site_id_id_fk" FOREIGN KEY ("site_id","file_id") REFERENCES "public"."files"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "albums_images" ADD CONSTRAINT "albums_images_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "albums_images" ADD CONSTRAINT "albums_images_site_id_albums_id_albums_site_id_id_fk" FOREIGN KEY ("site_id","albums_id") REFERENCES "public"."albums"("site_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "albums_images" ADD CONSTRAINT "albums_images_site_id_image_id_images_site_id_id_fk" FOREIGN KEY ("site_id","image_id") REFERENCES "public"."images"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "albums" ADD CONSTRAINT "albums_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "albums" ADD CONSTRAINT "albums_site_id_image_id_images_site_id_id_fk" FOREIGN KEY ("site_id","image_id") REFERENCES "public"."images"("site_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "albums_site_id_published_at_index" ON "albums" USING btree ("site_id","published_at");