/**
 * The test suite for storage adapters of Latchstring.
 *
 * @packageDocumentation
 */
export type { ConformanceCapabilities } from './lib/capabilities.ts'
export type {
  ConformanceFieldKind,
  ConformanceIds,
  TestAdapterOptions,
  TestRunner,
} from './lib/options.ts'
export type {
  CapabilityResult,
  ConcurrencyFigures,
  ConformanceReport,
  FaultFigures,
  QueryFigures,
  ReportOptions,
  RowCounts,
} from './lib/report.ts'
export { CODES, NOTES } from './lib/record-samples.ts'
export { testAdapter } from './lib/test-adapter.ts'
export { writeReport } from './lib/write-report.ts'
