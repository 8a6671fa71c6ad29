/**
 * Which frames the motion of a frame is seen in: three about ten minutes apart, never the last three files.
 *
 * On MRMS motion from frames 2 minutes apart lost to persistence at 4 minutes' lead; 10 minutes apart it won everywhere
 * (docs/methods/nowcast-motion.md). Between 6 and 14 minutes a shower still is the same shower and has moved by more than a pixel.
 */

/** s */
const SPACING = 600;
const LEAST = 360;
const MOST = 840;
/** How much nearer to ten minutes a frame must be that has to be fetched, rather than one that is held, s. */
const WORTH_FETCHING = 120;

export interface FrameAt {
  /** Epoch seconds. */
  readonly validTime: number;
  readonly isHeld: boolean;
}

/**
 * The next older frame to see motion in; null when none is 6 to 14 minutes older.
 *
 * @param validTime  of the frame whose motion is looked for, or of the one chosen last
 */
export function frameBefore<Frame extends FrameAt>(validTime: number, frames: readonly Frame[]): Frame | null {
  const cost = (frame: Frame) => Math.abs(validTime - SPACING - frame.validTime) + (frame.isHeld ? 0 : WORTH_FETCHING);
  const fitting = frames.filter((frame) => {
    const age = validTime - frame.validTime;
    return age >= LEAST && age <= MOST;
  });
  return fitting.reduce<Frame | null>((best, frame) => (best && cost(best) <= cost(frame) ? best : frame), null);
}
