import { testPairs } from './src/test-pairs.ts'

testPairs((kind) => kind === 'configuration')
