/** `weatherglass verify`: how well the service forecasts, from what came. One file per thing that is verified. */

import { Command } from 'commander';
import { verifyAccuracy } from './verify-accuracy.js';
import { verifyNowcast } from './verify-nowcast.js';

export function verifyCommand(): Command {
  return new Command('verify')
    .description('Measure forecasts against what came')
    .addCommand(verifyAccuracy())
    .addCommand(verifyNowcast());
}
