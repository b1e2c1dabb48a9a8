import { type NextFetchEvent, type NextRequest, NextResponse } from 'next/server.js'
import { GUARD_HEADER } from '../src/test-headers.ts'
import { authOf } from './auth.ts'

/** Guards the requests that a test wants guarded. */
export async function proxy(request: NextRequest, event: NextFetchEvent): Promise<Response> {
  return request.headers.has(GUARD_HEADER)
    ? authOf(request.headers).auth(request, event)
    : NextResponse.next()
}
