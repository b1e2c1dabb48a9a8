import type { NextApiRequest, NextApiResponse } from 'next'
import type { RegisteredSession } from '@latchstring/next/react'
import { auth } from '../../auth.ts'

/** Returns the session of the request, from an API route of the Pages Router. */
export default async function handler(
  request: NextApiRequest,
  response: NextApiResponse<RegisteredSession | { error: string }>,
): Promise<void> {
  const session = await auth(request, response)
  response.setHeader('Cache-Control', 'private, no-store')
  if (session === null) response.status(401).json({ error: 'unauthenticated' })
  else response.json(session)
}
