/** Errors of temperatures and amounts, as the response has them. */

import type { AccuracyErrorFields, AccuracyErrors } from '../../model/accuracy-answer.js';
import { type Ratio, rootInterval } from '../../science/verification/confidence.js';
import { type ErrorScores, errorMetrics } from '../../science/verification/metrics.js';
import { type Block, type DateRows, ERROR_SUMS } from '../../science/verification/sums-layout.js';
import {
  type Bounds,
  boundsIn,
  firstSums,
  intervalOf,
  type LeadSums,
  NOT_NEGATIVE,
  ratio,
  type Said,
  type Scale,
  type ShownFields,
  scaled,
} from './scores.js';

/** @param minimum  fewest pairs of a value */
export function errorsOf(
  { row, at, blocks }: LeadSums,
  block: Block,
  { scale, minimum, shown }: { readonly scale: Scale; readonly minimum: number; readonly shown: ShownFields },
): AccuracyErrors {
  const say = scaled(scale);
  const first = at(block)!;
  const { persistence, ...found } = errorMetrics(row, first, minimum);
  const uncorrected = shown.uncorrected ? at(`${block}_uncorrected` as Block) : null;
  return {
    ...errorFields(found, say),
    ...(blocks !== null && { confidence: errorConfidence(blocks, first, found, boundsIn(say)) }),
    ...(shown.persistence && {
      persistence: {
        ...errorFields(persistence, say),
        service_mean_absolute_error: say(persistence.serviceMeanAbsoluteError),
        service_root_mean_square_error: say(persistence.serviceRootMeanSquareError),
        skill_score: ratio(persistence.skill),
      },
    }),
    ...(uncorrected !== null && {
      uncorrected: errorFields(errorMetrics(firstSums(row, uncorrected), 0, minimum), say),
    }),
  };
}

function errorFields(scores: ErrorScores, say: Said): AccuracyErrorFields {
  return {
    mean_absolute_error: say(scores.meanAbsoluteError),
    bias: say(scores.bias),
    root_mean_square_error: say(scores.rootMeanSquareError),
    samples: scores.samples,
  };
}

function errorConfidence(blocks: DateRows, at: number, scores: ErrorScores, bounds: Bounds) {
  const mean = (sum: number): Ratio => {
    const [numerator, samples] = [at + sum, at + ERROR_SUMS.samples];
    return (row) => [row[numerator]!, row[samples]!];
  };
  const squared = intervalOf(blocks, scores.rootMeanSquareError, mean(ERROR_SUMS.squared));
  return {
    mean_absolute_error: bounds(intervalOf(blocks, scores.meanAbsoluteError, mean(ERROR_SUMS.absolute)), NOT_NEGATIVE),
    bias: bounds(intervalOf(blocks, scores.bias, mean(ERROR_SUMS.error))),
    root_mean_square_error: bounds(rootInterval(squared), NOT_NEGATIVE),
  };
}
