import { ORIGIN } from './values.mjs'

/** Two subjects whose response times are compared, at the same library in this process. */

/** How improbable a difference has to be to be seen. */
export const LEAST_P = 0.01

/** @typedef {(path: string, fields: Readonly<Record<string, string>>) => Promise<Response>} Post */

/**
 * A browser that posts forms, with the token against forgery that it has got.
 *
 * @param {{ handle(request: Request): Promise<Response> }} auth
 * @returns {Promise<Post>}
 */
export async function openForms(auth) {
  const csrf = await auth.handle(new Request(`${ORIGIN}/auth/csrf`))
  const cookie = csrf.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  // The members of this response are part of the contract.
  const { csrfToken } = /** @type {{ csrfToken: string }} */ (await csrf.json())
  return (path, fields) => {
    const body = new URLSearchParams({ csrfToken, callbackUrl: '/', ...fields }).toString()
    const headers = {
      cookie,
      origin: ORIGIN,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/x-www-form-urlencoded',
    }
    return auth.handle(new Request(`${ORIGIN}/auth/${path}`, { method: 'POST', headers, body }))
  }
}

/**
 * What was answered, without what differs from one response to the next.
 *
 * @param {Response} response
 * @returns {string} status, path and error
 */
export function describeAnswer({ status, headers }) {
  const { pathname, searchParams } = new URL(headers.get('location') ?? '/none', ORIGIN)
  return `${status} ${pathname} ${searchParams.get('error') ?? 'no error'}`
}

/**
 * Times two subjects, one after the other and in random order.
 *
 * @template Subject
 * @param {readonly [Subject, Subject]} pair
 * @param {number} samples
 * @param {(pair: readonly [Subject, Subject], index: number) => Promise<readonly [number, number]>} timeBoth
 *   milliseconds of each, in the order in which they are given
 * @returns {Promise<readonly [number[], number[]]>}
 */
export async function samplePair([first, second], samples, timeBoth) {
  /** @type {[number[], number[]]} */
  const times = [[], []]
  for (let index = 0; index < samples; index++) {
    const turned = Math.random() < 0.5
    const [one, other] = await timeBoth(turned ? [second, first] : [first, second], index)
    times[turned ? 1 : 0].push(one)
    times[turned ? 0 : 1].push(other)
  }
  return times
}

/** @type {(found: { readonly title: string, readonly width: number, readonly p: number, readonly difference: number, readonly isSeen: boolean }) => void} */
export function printPair({ title, width, p, difference, isSeen }) {
  const figures = `p = ${p.toFixed(3)}, medians ${difference.toFixed(3)} ms apart`
  console.log(`${title.padEnd(width)} ${figures}${isSeen ? '   SEEN' : ''}`)
}

/** @type {(detected: number) => void} fails the process where something was seen */
export function failIfSeen(detected) {
  if (detected === 0) return
  console.error(`\n${detected} of these can be distinguished by time, unless the machine was busy.`)
  process.exitCode = 1
}
