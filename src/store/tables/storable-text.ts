/** Text from outside as PostgreSQL can keep it, which knows no NUL, and no half of a surrogate pair. */

const UNSTORABLE = /\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** At most `longest` UTF-16 units of it; what cannot be stored becomes U+FFFD. */
export function storableText(text: string, longest: number): string {
  return text.slice(0, longest).replace(UNSTORABLE, '\ufffd');
}

export function storableOrNull(text: string | null, longest: number): string | null {
  return text === null ? null : storableText(text, longest);
}
