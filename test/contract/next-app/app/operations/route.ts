import { registeredApp } from '../../../src/next-registry.ts'
import { CALL_HEADER } from '../../../src/test-headers.ts'
import { authOf } from '../../auth.ts'

/** Makes a call of a test where route handlers make theirs. */
export async function POST({ headers }: Request): Promise<Response> {
  const call = registeredApp(headers).calls.get(headers.get(CALL_HEADER) ?? '')
  if (!call) throw new Error(`No test has registered the call of ${CALL_HEADER}.`)
  return Response.json((await call(authOf(headers))) ?? null)
}
