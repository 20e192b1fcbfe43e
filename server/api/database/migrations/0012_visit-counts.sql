CREATE TABLE "visit_counts" (
	"site_id" integer DEFAULT current_setting('app.site_id')::integer NOT NULL,
	"day" date NOT NULL,
	"source" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "visit_counts_site_id_day_source_pk" PRIMARY KEY("site_id","day","source")
);
--> statement-breakpoint
ALTER TABLE "visit_counts" ADD CONSTRAINT "visit_counts_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- Row-level security is forced, so that an owner who is no superuser would read no row.
ALTER TABLE "visits" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
-- At most 200 sources a day keep their name, the most frequent first; the visits of the others are added up.
INSERT INTO "visit_counts" ("site_id", "day", "source", "count")
SELECT "site_id", "day", "source", sum("count")
  FROM (
    SELECT "site_id", "day", "count",
           CASE WHEN row_number() OVER (PARTITION BY "site_id", "day" ORDER BY "count" DESC, "source") <= 200
                THEN "source" ELSE 'other' END AS "source"
      FROM (SELECT "site_id", "day", "source", count(*) AS "count" FROM "visits" GROUP BY 1, 2, 3) AS "per_source"
  ) AS "limited"
 GROUP BY 1, 2, 3;--> statement-breakpoint
-- Hashes of earlier days are no longer needed. Those of the current day keep their visitors from counting twice.
DELETE FROM "visits" WHERE "day" < (now() AT TIME ZONE 'UTC')::date;--> statement-breakpoint
ALTER TABLE "visits" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "visits" DROP COLUMN "source";--> statement-breakpoint
ALTER TABLE "visits" DROP COLUMN "visited_at";
