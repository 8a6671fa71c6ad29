/**
 * The closing line `N passed, N failed, N skipped` of the test command, printed at the very end of the run.
 *
 * A file that fails to load has no tests to count, so it counts as one failure: a broken import must never read as
 * "0 failed". The line goes out on exit because the default reporter writes its own summary after `onTestRunEnd`.
 */

import type { Reporter, TestModule } from 'vitest/node';

export default class ClosingLineReporter implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>, unhandledErrors: ReadonlyArray<unknown> = []): void {
    const count = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
    for (const module of modules) {
      let failedHere = 0;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed') count.passed++;
        else if (state === 'failed') failedHere++;
        else count.skipped++;
      }
      if (failedHere === 0 && module.state() === 'failed') failedHere = 1;
      count.failed += failedHere;
    }
    process.on('exit', () => {
      process.stdout.write(`\n${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped\n`);
    });
  }
}
