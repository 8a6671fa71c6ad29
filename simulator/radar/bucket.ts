/**
 * A bucket as Amazon S3 lists it (ListObjectsV2, namespace of 2006-03-01): keys in the order of their octets, at most
 * `max-keys` (1000) on a page, the next one by `continuation-token`. Prefix and start-after are honoured, a delimiter is
 * not. An entry has neither Size nor ETag: both would cost the file.
 */

export interface BucketObject {
  readonly key: string;
  /** Epoch seconds. */
  readonly since: number;
}

const LARGEST_PAGE = 1000;

/**
 * @param objects  of all the bucket that may begin with the prefix; in any order
 * @param query  as it was asked: prefix, start-after, continuation-token, max-keys
 */
export function bucketPage(name: string, objects: readonly BucketObject[], query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? '';
  const token = query.get('continuation-token');
  const startAfter = query.get('start-after');
  const after = token === null ? (startAfter ?? '') : Buffer.from(token, 'base64url').toString();
  const size = Math.min(LARGEST_PAGE, Math.max(0, Math.floor(Number(query.get('max-keys') ?? LARGEST_PAGE)) || 0));
  const found = objects
    .filter(({ key }) => key.startsWith(prefix) && key > after)
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  const page = found.slice(0, size);
  const isTruncated = found.length > page.length && page.length > 0;
  const next = isTruncated ? Buffer.from(page.at(-1)!.key).toString('base64url') : null;
  const contents = page.map(
    ({ key, since }) =>
      `<Contents>${element('Key', key)}${element('LastModified', new Date(since * 1000).toISOString())}` +
      '<StorageClass>STANDARD</StorageClass></Contents>',
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">',
    element('Name', name),
    element('Prefix', prefix),
    token === null ? '' : element('ContinuationToken', token),
    startAfter === null ? '' : element('StartAfter', startAfter),
    next === null ? '' : element('NextContinuationToken', next),
    `${element('KeyCount', page.length)}${element('MaxKeys', size)}${element('IsTruncated', isTruncated)}`,
    ...contents,
    '</ListBucketResult>',
  ].join('');
}

function element(name: string, value: string | number | boolean): string {
  const text = String(value).replace(/[&<>]/g, (mark) => `&#${mark.codePointAt(0)};`);
  return `<${name}>${text}</${name}>`;
}
