/**
 * What a feed of public alerts is: where a poll of it begins, and which of the addresses that its answers name are
 * followed.
 *
 * Alerts are polled, not run by run as models are. A poll starts from a few addresses; an index leads to others, a list
 * to its next page. A source says of each address what kind of document is there, and knows nothing of what the document
 * says: `ingest/alerts` reads it and comes back with the links that it found.
 */

import type { Box } from '../model/box.js';
import type { PolledFeed } from './feed.js';

/** What stands at an address, as far as decoding needs to know. */
export type AlertDocument =
  /** A page of alerts as GeoJSON, as api.weather.gov has it. */
  | 'nws-geojson'
  /** One CAP message. */
  | 'cap'
  /** A zip archive of CAP messages. */
  | 'cap-zip'
  /** An Atom or RSS index of CAP messages. */
  | 'alert-index'
  /** The register of the WMO Alert Hub. */
  | 'wmo-sources'
  /** A directory listing as web servers write it. */
  | 'directory';

export interface AlertRequest {
  readonly url: string;
  readonly document: AlertDocument;
  /** Most bytes of the document, unpacked. */
  readonly ceilingBytes: number;
  /**
   * The part of the feed that fails alone: a country of MeteoAlarm, a source of the Alert Hub. Null: what the whole feed
   * depends on.
   */
  readonly branch: string | null;
  /** What stands there never changes: it is read once and then not asked for again. */
  readonly once: boolean;
  /** It need not be there: 404 says that there is nothing to read. Default false. */
  readonly mayBeAbsent?: boolean;
  /** Value of the Accept header. Default: none is sent. */
  readonly accept?: string;
}

/** An address that a document names. */
export interface AlertLink {
  /** Whole, or relative to the document's own address. */
  readonly url: string;
  /** What the document calls it, where it does: id of a source, name of a file. */
  readonly name: string | null;
  /** Lower-case ISO 3166 code of whom it belongs to, where the document says so. */
  readonly country: string | null;
  /** False: the document says that nothing is to be had there. */
  readonly isOperating: boolean;
}

/** What a poll depends on beside the feed itself. */
export interface AlertSetting {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** Epoch seconds. */
  readonly now: number;
  /** The part of the world that is kept; null: all of it. */
  readonly region: Box | null;
  /** Countries, or sources, that the configuration names; null: chosen by the region. */
  readonly chosen: readonly string[] | null;
}

export interface AlertFeed extends PolledFeed {
  readonly kind: 'alerts';
  /** Whose alerts they are, for people: of a warning that they are late. */
  readonly issuer: string;
  /** Documents fetched at the same time; default 1. */
  readonly atOnce?: number;
  /** True: documents may be on hosts that an index names (https, public addresses only), not under the base address alone. */
  readonly followsOtherHosts?: boolean;
  /** Where a poll begins. */
  begin(setting: AlertSetting): readonly AlertRequest[];
  /**
   * What to read next.
   *
   * @param from  the document that named the links
   * @param links  with whole addresses, all of them allowed
   */
  follow(from: AlertRequest, links: readonly AlertLink[], setting: AlertSetting): readonly AlertRequest[];
}
