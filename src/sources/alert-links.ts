/**
 * Which addresses that a document names may be asked: those under the feed's own base address, and for a feed whose
 * documents are spread over many hosts also others, by https alone. (Those are connected to as `public-address.ts`
 * allows.) Nothing else: no upstream may send us to an address that nobody configured.
 */

const LONGEST_URL = 2048;

/**
 * The whole address, or null when it is not to be asked.
 *
 * @param link  whole, or relative to `from`
 * @param from  address of the document that named it
 * @param baseUrl  the feed's, without a slash at its end
 */
export function allowedLink(link: string, from: string, baseUrl: string, otherHosts: boolean): string | null {
  if (link.length > LONGEST_URL || !URL.canParse(link, from)) return null;
  const url = new URL(link, from);
  url.hash = '';
  if (url.username !== '' || url.password !== '') return null;
  if (isUnder(url, baseUrl)) return url.href;
  return otherHosts && url.protocol === 'https:' && url.port === '' ? url.href : null;
}

/** True for the base address and what is below it. */
export function isUnder(url: URL, baseUrl: string): boolean {
  const base = new URL(baseUrl);
  const path = base.pathname.replace(/\/$/, '');
  return url.origin === base.origin && (url.pathname === path || url.pathname.startsWith(`${path}/`));
}
