/**
 * The test suite every Latchstring storage adapter passes.
 *
 * @packageDocumentation
 */
export type { ConformanceCapabilities, TestAdapterOptions, TestRunner } from './lib/options.ts'
export { testAdapter } from './lib/test-adapter.ts'
