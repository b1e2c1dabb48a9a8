import { createHash } from 'node:crypto'
import type { BreachOptions } from '../options.ts'

const URL_OF_RANGES = 'https://api.pwnedpasswords.com/range/'
/** Milliseconds that a person waits for the answer at most. */
const PATIENCE = 2000
/** Characters of the hash that are sent: some hundred passwords of all those breached begin so. */
const SENT = 5
/** Characters of the longest answer: one has about 40,000. */
const LONGEST_ANSWER = 1_000_000

/**
 * Whether a password is in a known breach. Five characters of its hash are sent, and nothing else.
 *
 * @throws Error where the service does not answer in time, or with something else
 */
export async function isBreached(password: string, options: BreachOptions): Promise<boolean> {
  const { fetch = globalThis.fetch, url = URL_OF_RANGES } = options
  const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
  const response = await fetch(`${url}${hash.slice(0, SENT)}`, {
    headers: { 'Add-Padding': 'true' },
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE),
  })
  if (!response.ok) throw new Error(`It was answered with the status ${response.status}.`)
  const text = await response.text()
  if (text.length > LONGEST_ANSWER) throw new Error('The answer is too long.')
  const rest = `${hash.slice(SENT)}:`
  const line = text.split('\n').find((one) => one.toUpperCase().startsWith(rest))
  // Padding has a count of 0.
  return line !== undefined && Number(line.slice(rest.length)) > 0
}
