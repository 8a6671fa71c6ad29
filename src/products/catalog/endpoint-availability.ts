/** Tells whether this version serves the endpoint that a catalog describes. */

import { ENDPOINTS } from '../../model/access.js';

/** @param path  "/v1/historical" */
export function endpointAvailability(path: string) {
  const available = Object.values(ENDPOINTS).flat().includes(path);
  const message = available
    ? `POST ${path} takes these variables.`
    : `This version does not serve POST ${path}; this catalog describes what a later version will accept.`;
  return { path, available, message };
}
