/**
 * What real messages say, written down by reading the files (vertices counted by splitting the text at blanks), to
 * compare decoders with. Times in UTC, converted by hand from the offsets in the files.
 */

import type { AlertArea, AlertInfo, AlertMessage } from '../../src/model/alert.js';

export const seconds = (instant: string) => Date.parse(instant) / 1000;

/** Longitude and latitude of the first vertices of a ring, and how many pairs it has, the closing one counted. */
interface RingFacts {
  readonly starts: readonly number[];
  readonly pairs: number;
}

interface AreaFacts {
  /** In the list of areas. */
  readonly index: number;
  readonly description: string;
  readonly geocodes: readonly string[];
  readonly polygons: readonly (readonly RingFacts[])[];
}

export interface InfoFacts {
  readonly info: Partial<Omit<AlertInfo, 'areas' | 'description' | 'instruction'>>;
  /** How the texts begin. */
  readonly description: string;
  readonly instruction: string | null;
  readonly areas: number;
  readonly someAreas: readonly AreaFacts[];
}

export interface MessageFacts {
  readonly message: Omit<AlertMessage, 'infos'>;
  readonly languages: readonly string[];
  /** By its index. */
  readonly someInfos: Readonly<Record<number, InfoFacts>>;
}

/** The facts of `message` that `facts` name, in the same form. */
export function factsLike(message: AlertMessage, facts: MessageFacts): MessageFacts {
  const { infos, ...rest } = message;
  const someInfos = Object.entries(facts.someInfos).map(([index, like]) => [index, infoFacts(infos[+index]!, like)]);
  return { message: rest, languages: infos.map(({ language }) => language), someInfos: Object.fromEntries(someInfos) };
}

function infoFacts(info: AlertInfo, like: InfoFacts): InfoFacts {
  const keys = Object.keys(like.info) as (keyof InfoFacts['info'])[];
  return {
    info: Object.fromEntries(keys.map((key) => [key, info[key]])),
    description: info.description?.slice(0, like.description.length) ?? '',
    instruction:
      like.instruction === null ? info.instruction : (info.instruction ?? '').slice(0, like.instruction.length),
    areas: info.areas.length,
    someAreas: like.someAreas.map((area) => areaFacts(info.areas[area.index]!, area)),
  };
}

function areaFacts(area: AlertArea, like: AreaFacts): AreaFacts {
  return {
    index: like.index,
    description: area.description,
    geocodes: area.geocodes.map(({ scheme, value }) => `${scheme} ${value}`),
    polygons: area.polygons.map((rings, polygon) =>
      rings.map((ring, k) => ({
        starts: [...ring.subarray(0, like.polygons[polygon]?.[k]?.starts.length ?? 4)],
        pairs: ring.length / 2,
      })),
    ),
  };
}
