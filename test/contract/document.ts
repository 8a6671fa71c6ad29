/** The OpenAPI document of a server as validators: what it says is what answers and examples are held against. */

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { FastifyInstance } from 'fastify';
import { parseInstant, zoneOf } from '../../src/model/time.js';

interface MediaType {
  schema: object;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

export interface Parameter {
  name: string;
  in: string;
  description?: string;
  schema: Record<string, unknown>;
}

export interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, MediaType> };
  responses: Record<string, { content?: Record<string, MediaType>; headers?: Record<string, { schema: object }> }>;
}

export interface OpenApi {
  openapi: string;
  info: { title: string; version: string; contact?: { name: string; url: string } };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** The part of a schema that tests read. */
export interface Schema {
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  examples?: unknown[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  $ref?: string;
}

/** Every schema of a document or of a part of it, with its place: a walk over all objects but examples. */
export function* schemasIn(value: unknown, place = ''): Generator<[place: string, schema: Schema]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [place, value];
  for (const [key, part] of Object.entries(value))
    if (key !== 'example' && key !== 'examples' && key !== 'enum') yield* schemasIn(part, `${place}/${key}`);
}

export async function documentOf(app: FastifyInstance): Promise<OpenApi> {
  return (await app.inject('/openapi.json')).json<OpenApi>();
}

/** Checks values against schemas of the document, with `$ref` into its components resolved. */
export class DocumentValidator {
  private readonly ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true });

  constructor(document: OpenApi) {
    formats.default(this.ajv);
    this.ajv.addFormat('time-zone', (name: string) => name === 'auto' || zoneOf(name) !== null);
    this.ajv.addFormat('departure', (text: string) => text === 'now' || parseInstant(text) !== null);
    this.ajv.addKeyword('components');
    this.ajv.addKeyword('discriminator'); // for clients: the forms of a `oneOf` exclude each other without it
    this.ajv.addSchema({ $id: 'document', components: document.components });
  }

  /** What is wrong with `value`; empty when nothing is. */
  faults(schema: object, value: unknown): unknown[] {
    const text = JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/');
    const validate: ValidateFunction = this.ajv.compile(JSON.parse(text));
    return validate(value) ? [] : (validate.errors ?? []);
  }

  /** The same by the name of a component. */
  faultsOf(component: string, value: unknown): unknown[] {
    return this.faults({ $ref: `#/components/schemas/${component}` }, value);
  }
}
