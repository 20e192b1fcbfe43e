import type { JsonSchema, OpenApiDocument, Operation } from './openapi-types.ts';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const asText = (text: unknown): string => String(text).replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

/** The description to read: headings, tables and links alone, so that it works under any policy and without a script. */
export function descriptionPage(document: OpenApiDocument): string {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ title: `${method.toUpperCase()} ${path}`, operation })),
  );
  const schemas = Object.entries(document.components.schemas);
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${asText(document.info.title)}</title></head>
<body>
<h1>${asText(document.info.title)}</h1>
<p>${asText(document.info.description)}</p>
<p><a href="openapi.json">OpenAPI ${asText(document.openapi)}</a></p>
<nav><h2>Calls</h2><ul>${calls.map(({ title, operation }) => `<li><a href="#${operation.operationId}">${asText(title)}</a></li>`).join('')}</ul></nav>
<main>
${calls.map(({ title, operation }) => callSection(title, operation)).join('\n')}
<h2>Schemas</h2>
${schemas.map(([id, schema]) => schemaSection(id, schema)).join('\n')}
</main>
</body>
</html>
`;
}

function callSection(title: string, operation: Operation): string {
  const parameters = operation.parameters.filter((parameter) => 'name' in parameter);
  const rows = parameters.map(
    ({ name, in: place, required, schema }) =>
      `<tr><td><code>${asText(name)}</code></td><td>${asText(place)}</td><td>${required ? 'yes' : ''}</td><td>${typeText(schema as JsonSchema)}</td></tr>`,
  );
  const table =
    rows.length > 0
      ? `<table><thead><tr><th scope="col">Parameter</th><th scope="col">In</th><th scope="col">Required</th><th scope="col">What</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
      : '';
  const body = operation.requestBody
    ? `<p>Body: <a href="#schema-${operation.operationId}-body">${operation.operationId}-body</a></p>`
    : '';
  const answers = Object.entries(operation.responses).map(
    ([status, response]) =>
      `<dt>${asText(status)}</dt><dd>${asText((response as { description: string }).description)}${status === '200' && 'application/json' in ((response as { content?: object }).content ?? {}) ? `: <a href="#schema-${operation.operationId}-data">data</a>` : ''}</dd>`,
  );
  return `<section id="${operation.operationId}"><h3>${asText(title)}</h3><p>${asText(operation.summary)}</p>${operation.security ? '<p>Only with a token.</p>' : ''}${table}${body}<dl>${answers.join('')}</dl></section>`;
}

const schemaSection = (id: string, schema: JsonSchema): string =>
  `<section id="schema-${asText(id)}"><h3>${asText(id)}</h3><pre>${linked(asText(JSON.stringify(schema, null, 2)))}</pre></section>`;

/** Names of schemas lead to them. */
const linked = (text: string): string =>
  text.replace(/#\/components\/schemas\/([\w-]+)/g, (whole, id: string) => `<a href="#schema-${id}">${whole}</a>`);

function typeText(schema: JsonSchema): string {
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => `<code>${asText(value)}</code>`).join(' ');
  const bounds = [
    ['from', schema.minimum],
    ['to', schema.maximum],
    ['at most characters', schema.maxLength],
  ].filter(([, limit]) => limit !== undefined);
  return [schema.type ?? 'any', ...bounds.map(([word, limit]) => `${word} ${limit}`)].map(asText).join(', ');
}
