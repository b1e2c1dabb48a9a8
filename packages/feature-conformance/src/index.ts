/**
 * The test suite for features of Latchstring, made from their descriptions.
 *
 * @packageDocumentation
 */
export type {
  AskedByTest,
  GivenInputs,
  PreparedWorld,
  TestFeatureOptions,
  TestRunner,
  ValidInputs,
} from './lib/options.ts'
export { testFeature } from './lib/test-feature.ts'
