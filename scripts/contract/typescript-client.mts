/** Real requests with two clients: types of openapi-typescript with openapi-fetch, and typescript-fetch. */

import createClient from 'openapi-fetch';
import type { components, paths } from './openapi.js';
import { Configuration, MapsApi, ResponseError, WeatherApi } from './typescript-fetch/index.js';

declare const process: { readonly env: Record<string, string> };

const { WEATHERGLASS_URL: url = '', WEATHERGLASS_KEY: key = '' } = process.env;

function expectThat(what: string, holds: boolean): void {
  if (!holds) throw new Error(`expected ${what}`);
}

const isPng = (bytes: ArrayBuffer) => new TextDecoder('latin1').decode(bytes).startsWith('\x89PNG');

const client = createClient<paths>({ baseUrl: url, headers: { Authorization: `Bearer ${key}` } });
const location = { latitude: 52.52, longitude: 13.405 };

const { data: forecast } = await client.POST('/v1/forecast', {
  body: { location, current: { variables: ['temperature', 'condition'] }, daily: { days: 2, variables: ['sunrise'] } },
});
const condition: components['schemas']['ConditionCode'] | null | undefined = forecast?.current?.condition;
expectThat('a condition', typeof condition === 'string');
expectThat('two days', forecast?.daily?.length === 2);

const tile = await client.GET('/v1/map-tiles/{layer}/{z}/{x}/{y}', {
  params: { path: { layer: 'radar', z: 2, x: 1, y: 1 } },
  parseAs: 'arrayBuffer',
});
expectThat('a PNG image', tile.data !== undefined && isPng(tile.data));

const refused = await client.POST('/v1/forecast', { body: { location } });
expectThat('a problem without section', refused.error?.errors?.[0]?.code === 'section_required');

const configuration = new Configuration({ basePath: url, accessToken: key });
const route = await new WeatherApi(configuration).route({
  routeRequest: { path: [location, { latitude: 51.05, longitude: 13.74 }], travel: { mode: 'cycling' } },
});
expectThat('a route by bicycle', route.route.mode === 'cycling' && route.samples.length > 2);

const image: Blob = await new MapsApi(configuration).mapTile({ layer: 'temperature', z: 1, x: 0, y: 0 });
expectThat('a PNG image as a blob', isPng(await image.arrayBuffer()));

const nowhere = new WeatherApi(configuration).nowcast({ nowcastRequest: { location: { latitude: 91, longitude: 0 } } });
const error: unknown = await nowhere.catch((cause: unknown) => cause);
expectThat('status 422 beyond the pole', error instanceof ResponseError && error.response.status === 422);

console.log('TypeScript: 3 requests with openapi-fetch, 3 with typescript-fetch');
