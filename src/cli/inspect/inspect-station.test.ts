import { expect, test } from 'vitest';
import { stationLines } from './inspect-station.js';

test('a name with terminal escapes is printed with what cannot be seen', () => {
  const days = [['date', 'maximum', 'minimum', 'precipitation', 'snowfall', 'snow as water', 'flags']];
  const [title] = stationLines({ lines: ['USC00000001  \u001b[2JEVIL\u0007'], days });
  expect(title).toBe('USC00000001  \\u001b[2JEVIL\\u0007');
});
