import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: './test/run-directory.ts',
    pool: 'threads',
    isolate: false,
    maxWorkers: 2,
    reporters: ['default', './test/reporter.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
