/**
 * The end of a test run: why tests were skipped, one line for each reason, and the closing line
 * `N passed, N failed, N skipped`.
 *
 * A file that fails to load has no tests to count, so it counts as one failure: a broken import must never read as
 * "0 failed". Where everything is required (WEATHERGLASS_REQUIRE_ALL, which `.ci/run` sets) a skip fails the run, whoever
 * skipped and why. The lines go out on exit because the default reporter writes its own summary after `onTestRunEnd`.
 */

import type { Reporter, TestCase, TestModule } from 'vitest/node';

const REQUIRED = process.env.WEATHERGLASS_REQUIRE_ALL === '1';

export default class ClosingLineReporter implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>, unhandledErrors: ReadonlyArray<unknown> = []): void {
    const count = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
    const reasons = new Map<string, number>();
    for (const module of modules) {
      let failedHere = 0;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed') count.passed++;
        else if (state === 'failed') failedHere++;
        else {
          count.skipped++;
          const reason = reasonOf(test);
          reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
        }
      }
      if (failedHere === 0 && module.state() === 'failed') failedHere = 1;
      count.failed += failedHere;
    }
    process.on('exit', () => {
      for (const [reason, tests] of reasons) process.stdout.write(`\nskipped ${tests}: ${reason}`);
      if (REQUIRED && count.skipped > 0) {
        process.stdout.write('\nnothing may be skipped here: WEATHERGLASS_REQUIRE_ALL is set');
        process.exitCode = 1;
      }
      process.stdout.write(`\n${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped\n`);
    });
  }
}

/** What the test said when it skipped itself, or the words in brackets at the end of its name. */
function reasonOf(test: TestCase): string {
  const result = test.result();
  const note = result.state === 'skipped' ? result.note : undefined;
  return note ?? /\(([^()]*(?:\([^()]*\))?[^()]*)\)$/.exec(test.name)?.[1] ?? 'no reason given';
}
