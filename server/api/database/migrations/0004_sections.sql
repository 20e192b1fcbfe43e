-- The fields of a page's sections move from "components", where the kind had to be guessed from the fields, into the
-- page's own rows. Converted rows count as imported where the import had written them and nobody edited them since, so
-- that the next import replaces them. Temporary functions end with the connection, which migrations do not share.
CREATE FUNCTION pg_temp.text_in(part jsonb, field text) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE jsonb_typeof(part -> field)
    WHEN 'string' THEN part -> field
    WHEN 'object' THEN part -> field
    WHEN 'number' THEN to_jsonb(part ->> field)
  END
$$;
--> statement-breakpoint
CREATE FUNCTION pg_temp.list_in(part jsonb, field text) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN jsonb_typeof(part -> field) = 'array' AND part -> field <> '[]' THEN part -> field END
$$;
--> statement-breakpoint
CREATE FUNCTION pg_temp.image_in(part jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN jsonb_typeof(part #> '{image,image}') = 'number' THEN part -> 'image' END
$$;
--> statement-breakpoint
CREATE FUNCTION pg_temp.items_in(part jsonb, field text, VARIADIC fields text[]) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_agg(
           (SELECT jsonb_object_agg(f, coalesce(pg_temp.text_in(item, f), '""')) FROM unnest(fields) f) ORDER BY place)
    FROM jsonb_array_elements(pg_temp.list_in(part, field)) WITH ORDINALITY AS items(item, place)
   WHERE jsonb_typeof(item) = 'object'
$$;
--> statement-breakpoint
CREATE FUNCTION pg_temp.kind_of(part jsonb) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN pg_temp.list_in(part, 'steps') IS NOT NULL THEN 'timeline'
    WHEN pg_temp.list_in(part, 'figures') IS NOT NULL THEN 'figures'
    WHEN pg_temp.list_in(part, 'persons') IS NOT NULL THEN 'people'
    WHEN pg_temp.list_in(part, 'images') IS NOT NULL THEN 'gallery'
    WHEN part @? '$.items[*].price' THEN 'prices'
    WHEN part @? '$.items[*].label' THEN 'services'
    WHEN pg_temp.list_in(part, 'items') IS NOT NULL THEN 'rules'
    WHEN pg_temp.list_in(part, 'paragraphs') IS NULL THEN NULL
    WHEN part @? '$.gps ? (@.latitude.type() == "number" && @.longitude.type() == "number")' THEN 'map'
    ELSE 'text'
  END
$$;
--> statement-breakpoint
CREATE FUNCTION pg_temp.fields_of(kind text, part jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_strip_nulls(
    jsonb_build_object('title', pg_temp.text_in(part, 'title'), 'note', pg_temp.text_in(part, 'note')) || CASE kind
      WHEN 'timeline' THEN jsonb_build_object('steps', pg_temp.items_in(part, 'steps', 'year', 'title', 'text'))
      WHEN 'figures' THEN jsonb_build_object(
        'figures', pg_temp.items_in(part, 'figures', 'value', 'label'), 'image', pg_temp.image_in(part))
      WHEN 'people' THEN jsonb_build_object('people', pg_temp.items_in(part, 'persons', 'name', 'role', 'text'))
      WHEN 'gallery' THEN jsonb_build_object('images', part -> 'images')
      WHEN 'prices' THEN jsonb_build_object('items', pg_temp.items_in(part, 'items', 'label', 'price'))
      WHEN 'services' THEN jsonb_build_object('items', pg_temp.items_in(part, 'items', 'label', 'text'))
      WHEN 'rules' THEN jsonb_build_object('items', part -> 'items')
      WHEN 'map' THEN jsonb_build_object('paragraphs', part -> 'paragraphs', 'image', pg_temp.image_in(part),
        'position', jsonb_build_object('latitude', part #> '{gps,latitude}', 'longitude', part #> '{gps,longitude}',
                                       'label', pg_temp.text_in(part -> 'gps', 'label')))
      ELSE jsonb_build_object('paragraphs', part -> 'paragraphs', 'image', pg_temp.image_in(part))
    END)
$$;
--> statement-breakpoint
CREATE FUNCTION pg_temp.hero_of(part jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_strip_nulls(jsonb_build_object('title', pg_temp.text_in(part, 'title'),
    'subtitle', pg_temp.text_in(part, 'sentence'), 'image', pg_temp.image_in(part)))
$$;
--> statement-breakpoint
-- The sections of a component in the order in which pages showed them.
CREATE FUNCTION pg_temp.sections_of(page_type text, slug text, config jsonb)
RETURNS TABLE (place bigint, kind text, fields jsonb) LANGUAGE sql IMMUTABLE AS $$
  SELECT home.place, home.kind, jsonb_strip_nulls(home.fields)
    FROM (VALUES
      (0, 'hero', pg_temp.hero_of(config -> 'hero') || '{"tall": true}'),
      (1, 'welcome', CASE WHEN pg_temp.list_in(config -> 'words', 'paragraphs') IS NOT NULL THEN
        jsonb_build_object('title', pg_temp.text_in(config -> 'words', 'title'),
          'paragraphs', config #> '{words,paragraphs}', 'signature', pg_temp.text_in(config -> 'words', 'signature'),
          'image', pg_temp.image_in(config -> 'words')) END),
      (2, 'products', jsonb_build_object('title', pg_temp.text_in(config -> 'featured', 'title'),
        'products', pg_temp.list_in(config -> 'featured', 'products'))),
      (3, 'landscape', CASE WHEN pg_temp.image_in(config -> 'landscape') IS NOT NULL THEN
        jsonb_build_object('image', pg_temp.image_in(config -> 'landscape'),
          'caption', pg_temp.text_in(config -> 'landscape', 'caption')) END),
      (4, 'news', jsonb_build_object('title', pg_temp.text_in(config -> 'news', 'title'))),
      (5, 'hours', jsonb_build_object('title', pg_temp.text_in(config -> 'directions', 'title'),
        'paragraphs', pg_temp.list_in(config -> 'directions', 'paragraphs'),
        'link', CASE WHEN config #>> '{directions,link,url}' ~ '^(/(?![/\\])|https?://[^\s/]|mailto:[^\s]|tel:[+\d])' THEN
          jsonb_build_object('label', pg_temp.text_in(config #> '{directions,link}', 'label'),
                             'url', config #> '{directions,link,url}') END,
        'image', pg_temp.image_in(config -> 'directions')))
    ) AS home(place, kind, fields)
   WHERE page_type = 'HOME' AND slug = 'home' AND home.fields IS NOT NULL
  UNION ALL
  SELECT contact.place, contact.kind, jsonb_strip_nulls(contact.fields)
    FROM (VALUES
      (0, 'heading', jsonb_build_object('title', pg_temp.text_in(config, 'title'), 'text', pg_temp.text_in(config, 'intro'))),
      (1, 'contact', '{}'::jsonb),
      (2, 'picture', CASE WHEN pg_temp.image_in(config) IS NOT NULL THEN jsonb_build_object('image', config -> 'image') END),
      (3, 'addresses', '{}'::jsonb)
    ) AS contact(place, kind, fields)
   WHERE page_type = 'CONTACT' AND slug = 'contact' AND contact.fields IS NOT NULL
  UNION ALL
  SELECT 0, 'hero', pg_temp.hero_of(config -> 'hero')
   WHERE page_type NOT IN ('HOME', 'CONTACT') AND jsonb_typeof(config -> 'hero') = 'object'
  UNION ALL
  SELECT row_number() OVER (ORDER BY
           array_position('{timeline,figures,services,prices,text,map,rules,people,gallery}'::text[], part.kind), part.place),
         part.kind, pg_temp.fields_of(part.kind, part.value)
    FROM (SELECT value, p.place, pg_temp.kind_of(value) AS kind
            FROM jsonb_each(config) WITH ORDINALITY AS p(key, value, place)
           WHERE key <> 'hero' AND jsonb_typeof(value) = 'object') AS part
   WHERE page_type NOT IN ('HOME', 'CONTACT') AND part.kind IS NOT NULL
$$;
--> statement-breakpoint
CREATE FUNCTION pg_temp.is_unedited(table_name text, row_key text, columns_now jsonb) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce(bool_or(i.hash = coalesce(
           md5((SELECT jsonb_object_agg(c, columns_now -> c) FROM jsonb_array_elements_text(i.columns) c)::text), '')), false)
    FROM import_rows i
   WHERE i.site_id = current_setting('app.site_id')::integer AND i.kind = table_name AND i.key = row_key
$$;
--> statement-breakpoint
DO $$
DECLARE
  site record;
  written CONSTANT jsonb := '["position", "kind", "html", "component", "config"]';
BEGIN
  -- Row-level security is forced, so an owner that is no superuser sees rows of the site in app.site_id alone.
  PERFORM set_config('timezone', 'UTC', true);
  FOR site IN SELECT id FROM sites LOOP
    PERFORM set_config('app.site_id', site.id::text, true);

    CREATE TEMPORARY TABLE layouts_before ON COMMIT DROP AS
      SELECT l.*, p.type AS page_type, coalesce(c.config, '{}') || coalesce(l.config, '{}') AS whole,
             pg_temp.is_unedited('page_layouts', jsonb_build_array(l.page_id, l.id)::text, to_jsonb(l))
               AND (c.slug IS NULL OR pg_temp.is_unedited('components', jsonb_build_array(c.slug)::text, to_jsonb(c))) AS unedited
        FROM page_layouts l
        JOIN pages p ON p.site_id = l.site_id AND p.id = l.page_id
        LEFT JOIN components c ON c.site_id = l.site_id AND c.slug = l.component AND l.kind = 'component'
       WHERE l.site_id = site.id;

    CREATE TEMPORARY TABLE sections_after ON COMMIT DROP AS
      SELECT numbered.page_id, numbered.position, numbered.kind, numbered.html, numbered.component, numbered.config, numbered.unedited,
             CASE WHEN nth = 1 THEN layout_id
                  ELSE last_id + count(*) FILTER (WHERE nth > 1) OVER (PARTITION BY page_id ORDER BY numbered.position) END AS id
        FROM (
          SELECT ordered.*,
                 row_number() OVER (PARTITION BY page_id ORDER BY opening DESC, layout_position, layout_id, place) - 1 AS position,
                 row_number() OVER (PARTITION BY page_id, layout_id ORDER BY place) AS nth
            FROM (
              SELECT page_id, id AS layout_id, position AS layout_position, 0 AS place, false AS opening, kind, html,
                     NULL::text AS component, config, unedited, max(id) OVER (PARTITION BY page_id) AS last_id
                FROM layouts_before
              UNION ALL
              SELECT b.page_id, b.id, b.position, s.place, s.kind IN ('hero', 'heading'), 'component', NULL, s.kind, s.fields,
                     b.unedited, (SELECT max(m.id) FROM layouts_before m WHERE m.page_id = b.page_id)
                FROM layouts_before b CROSS JOIN LATERAL pg_temp.sections_of(b.page_type, b.component, b.whole) s
               WHERE b.kind = 'component'
            ) AS ordered
           WHERE ordered.kind = 'html' OR ordered.component IS NOT NULL
        ) AS numbered;

    DELETE FROM import_rows i USING layouts_before b
     WHERE i.site_id = site.id AND i.kind = 'page_layouts' AND i.key = jsonb_build_array(b.page_id, b.id)::text;
    DELETE FROM import_rows i WHERE i.site_id = site.id AND i.kind = 'components';
    DELETE FROM page_layouts l WHERE l.site_id = site.id;
    INSERT INTO page_layouts (site_id, page_id, id, position, kind, html, component, config)
      SELECT site.id, page_id, id, position, kind, html, component, config FROM sections_after;
    INSERT INTO import_rows (site_id, kind, key, columns, hash)
      SELECT site.id, 'page_layouts', jsonb_build_array(l.page_id, l.id)::text, written,
             md5((SELECT jsonb_object_agg(c, to_jsonb(l) -> c) FROM jsonb_array_elements_text(written) c)::text)
        FROM page_layouts l JOIN sections_after a ON a.page_id = l.page_id AND a.id = l.id
       WHERE l.site_id = site.id AND a.unedited;

    DROP TABLE layouts_before, sections_after;
  END LOOP;
  PERFORM set_config('app.site_id', '', true);
END
$$;
--> statement-breakpoint
DROP TABLE "components" CASCADE;
