// The types of this file cover only the part of OpenAPI 3.1 that the API's document uses.

export type JsonSchema = Record<string, unknown>;

export interface OpenApiOperation {
  operationId: string;
  summary: string;
  tags: string[];
  parameters: Record<string, unknown>[];
  requestBody?: unknown;
  /** Names of the `securitySchemes` that a call accepts; absent for public calls. */
  security?: Record<string, string[]>[];
  responses: Record<string, unknown>;
}

export interface OpenApiDocument {
  openapi: '3.1.1';
  info: { title: string; version: string; description: string };
  servers: { url: string; description: string }[];
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: {
    schemas: Record<string, JsonSchema>;
    parameters: Record<string, unknown>;
    securitySchemes: Record<string, unknown>;
  };
}
