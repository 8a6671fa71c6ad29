/** What a file says, as one line without control characters: it is printed on terminals, in tables and in errors. */

export function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
}
