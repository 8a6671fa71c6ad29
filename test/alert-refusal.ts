/** Why a decoder of alerts refuses something, without ever building the text of what it decodes. */

import { isTagged } from '../src/base/errors.js';

/** The message of its tagged error; "decoded" where there is none. Any other error is thrown on. */
export function refusal(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (isTagged(error, 'malformed')) return error.message;
    throw error;
  }
  return 'decoded';
}
