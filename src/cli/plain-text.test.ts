import { expect, test } from 'vitest';
import { plainLine, plainText } from './plain-text.js';

test.each([
  ['a colour', 'red \u001b[31mtext', 'red \\u001b[31mtext'],
  ['a text that reads backwards', 'abc\u202edef', 'abc\\u202edef'],
  ['a bell and a backspace', 'a\u0007b\u0008', 'a\\u0007b\\u0008'],
  ['an eight-bit control sequence', '\u009b31m', '\\u009b31m'],
  ['line ends of all kinds', 'a\r\nb\rc\nd', 'a\nb\nc\nd'],
  ['tabs', 'a\tb', 'a b'],
  ['letters of the world and symbols', 'Øst – 東京 🌪', 'Øst – 東京 🌪'],
])('%s', (_, text, shown) => {
  expect(plainText(text)).toBe(shown);
});

test('on one line', () => {
  expect(plainLine('  a \n\n b\n')).toBe('a b');
});
