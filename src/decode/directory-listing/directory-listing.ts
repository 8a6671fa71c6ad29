/**
 * Listings of directories as Apache and nginx write them: an HTML page with one link for each entry. Only the `href` of
 * `<a>` is read, with a pattern and no HTML parser: such a page has no scripts, frames or relative bases.
 */

/** More entries than any directory of an upstream has; the hourly ones of ECCC have tens. */
const MOST_LINKS = 20_000;
const LINK = /<a\b[^>]{0,500}?\bhref\s*=\s*(?:"([^"<>]{1,2000})"|'([^'<>]{1,2000})')/gi;

/** What the links of the page lead to, as they are written, in their order; those that sort the listing left out. */
export function decodeListing(bytes: Uint8Array): string[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
  const links: string[] = [];
  for (const match of text.matchAll(LINK)) {
    const link = (match[1] ?? match[2])!.replaceAll('&amp;', '&');
    if (!link.startsWith('?') && !link.startsWith('#')) links.push(link);
    if (links.length === MOST_LINKS) break;
  }
  return links;
}
