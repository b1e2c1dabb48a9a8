/**
 * The rules for every framework package of Latchstring, for servers that run by themselves.
 *
 * @packageDocumentation
 */
export { ask } from './lib/http.ts'
export { Jar } from './lib/jar.ts'
export { rows } from './lib/rows/index.ts'
export { judge, runRows } from './lib/run-rows.ts'
export { startServer } from './lib/server.ts'
export { assertWho, json, signIn } from './lib/steps.ts'
export type {
  Reply,
  Ask,
  Direct,
  Environment,
  Host,
  Outcome,
  Program,
  Row,
  Server,
  Tools,
  Variance,
} from './lib/types.ts'
