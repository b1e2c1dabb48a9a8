import type { NextRequest } from 'next/server.js'
import { GUARD_HEADER } from '../../../src/test-headers.ts'
import { authOf } from '../../auth.ts'

/** What stands behind middleware; for every other request the HTTP actions, wherever `basePath` puts them. */
export async function GET(request: NextRequest): Promise<Response> {
  return request.headers.has(GUARD_HEADER)
    ? new Response('inside', { headers: { [GUARD_HEADER]: 'passed' } })
    : authOf(request.headers).handlers.GET(request)
}

/** The HTTP actions that change something. */
export function POST(request: NextRequest): Promise<Response> {
  return authOf(request.headers).handlers.POST(request)
}
