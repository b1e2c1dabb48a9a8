import type { Fetch } from '@latchstring/core/providers'
import { isWebAddress, misuse, shown } from '../misuse.ts'

/**
 * The origin of a lab on a port.
 *
 * @throws LabError when it is none
 */
export function requireOrigin(given: unknown): string {
  if (isWebAddress(given)) {
    const { origin, pathname, search, hash } = new URL(given)
    if (pathname === '/' && `${search}${hash}` === '') return origin
  }
  throw misuse(
    '',
    `\`connectLab\` takes the origin that \`listen\` gave, such as "http://127.0.0.1:4100", and this is ${shown(given)}.`,
  )
}

/**
 * Asks a lab on a port.
 *
 * @throws TypeError when nothing listens there, with the cause
 */
export async function ask(origin: string, ...request: Parameters<Fetch>): Promise<Response> {
  try {
    return await fetch(...request)
  } catch (cause) {
    const message = `No lab answers at ${origin}. Start it first: \`createLab().listen({ port: … })\`.`
    throw new TypeError(message, { cause })
  }
}
