// First: the modules of Next.js below look for what it puts into the global scope.
import 'next/dist/server/node-environment-baseline.js'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import Latchstring from '@latchstring/next'
import { workAsyncStorage } from 'next/dist/server/app-render/work-async-storage.external.js'
import { workUnitAsyncStorage } from 'next/dist/server/app-render/work-unit-async-storage.external.js'
import { HeadersAdapter } from 'next/dist/server/web/spec-extension/adapters/headers.js'
import { NextRequest, NextResponse } from 'next/server.js'
import { createReaders, createSessions, requireResult } from './application.mjs'
import { loadNextAuth } from './bundle.mjs'
import { environment } from './configurations.mjs'
import { ours } from './library.mjs'
import { peerConfig, peerSessions } from './peer.mjs'
import { inTurn, ORIGIN, PERSON } from './values.mjs'

/** @typedef {import('./configurations.mjs').Configuration} Configuration */

/** Next.js gives every request these. */
const PROXY_HEADERS = { host: new URL(ORIGIN).host, 'x-forwarded-proto': 'https' }

/**
 * What the framework packages are in every call form.
 *
 * @typedef {object} FrameworkAuth
 * @property {{ (): Promise<unknown>, (request: IncomingMessage, response: ServerResponse): Promise<unknown>,
 *   (request: NextRequest, event: unknown): Promise<unknown> }} auth
 */

/**
 * Both framework packages, and the sessions of their visitors.
 *
 * @param {Configuration} configuration
 * @param {number} bytes - of a payload
 */
async function createBoth(configuration, bytes) {
  const { make, perRequest = false } = configuration
  Object.assign(process.env, environment(configuration))
  const { default: NextAuth } = await loadNextAuth()
  const peerInput = peerConfig(configuration.make().providers.length)
  const { token, cookies } = await createSessions(ours, configuration, { bytes })
  // The overloads of both, which differ in the types of sessions only.
  const packages = /** @type {{ ours: FrameworkAuth, peer: FrameworkAuth }} */ (
    /** @type {unknown} */ ({
      ours: Latchstring(perRequest ? make : make()),
      peer: NextAuth(peerInput),
    })
  )
  return {
    ...packages,
    read: createReaders(token).read,
    cookies,
    peerCookies: await peerSessions(bytes),
  }
}

/** @type {(cookies: readonly string[]) => () => Headers} */
const plainHeaders = (cookies) =>
  inTurn(cookies.map((cookie) => new Headers({ ...PROXY_HEADERS, cookie })))

/**
 * `auth()` where Next.js renders: it reads the headers of the request being served.
 *
 * @param {FrameworkAuth} framework
 * @param {readonly string[]} cookies
 * @returns {() => Promise<unknown>}
 */
function rendering({ auth }, cookies) {
  const stores = cookies.map((cookie) => ({
    type: 'request',
    phase: 'render',
    headers: HeadersAdapter.seal(HeadersAdapter.from({ ...PROXY_HEADERS, cookie })),
  }))
  const next = inTurn(stores)
  // As much of the stores as `headers()` looks at.
  const work = /** @type {Parameters<typeof workAsyncStorage.run>[0]} */ (
    /** @type {unknown} */ ({ route: '/', page: '/' })
  )
  return () => {
    const unit = /** @type {Parameters<typeof workUnitAsyncStorage.run>[0]} */ (
      /** @type {unknown} */ (next())
    )
    return workAsyncStorage.run(work, () => workUnitAsyncStorage.run(unit, () => auth()))
  }
}

/**
 * `auth(req, res)` of the Pages Router.
 *
 * @param {FrameworkAuth} framework
 * @param {readonly string[]} cookies
 * @returns {() => Promise<unknown>}
 */
function pages({ auth }, cookies) {
  const socket = new Socket()
  const messages = cookies.map((cookie) => {
    const request = new IncomingMessage(socket)
    Object.assign(request.headers, PROXY_HEADERS, { cookie })
    return { request, response: new ServerResponse(request) }
  })
  const next = inTurn(messages)
  return () => {
    const { request, response } = next()
    return auth(request, response)
  }
}

/** @type {(cookies: readonly string[]) => () => NextRequest} */
function nextRequests(cookies) {
  const next = inTurn(cookies)
  return () =>
    new NextRequest(`${ORIGIN}/inside`, { headers: { ...PROXY_HEADERS, cookie: next() } })
}

/** Functions for each call form. @type {Readonly<Record<'auth()' | 'auth(req, res)', typeof pages>>} */
const FORMS = { 'auth()': rendering, 'auth(req, res)': pages }

/**
 * @param {keyof typeof FORMS} form
 * @param {Configuration} configuration
 * @param {number} bytes - of a payload
 */
export async function frameworkVariants(form, configuration, bytes) {
  const both = await createBoth(configuration, bytes)
  const next = plainHeaders(both.cookies)
  const variants = {
    floor: () => both.read(next()),
    ours: FORMS[form](both.ours, both.cookies),
    peer: FORMS[form](both.peer, both.peerCookies),
  }
  await requireResult(variants, PERSON.email)
  return variants
}

/**
 * As middleware; `objects` makes the request and the response of Next.js and nothing else.
 *
 * @param {Configuration} configuration
 * @param {number} bytes - of a payload
 */
export async function middlewareVariants(configuration, bytes) {
  const both = await createBoth(configuration, bytes)
  const event = { waitUntil: () => undefined }
  /** @type {(framework: FrameworkAuth, cookies: readonly string[]) => () => Promise<unknown>} */
  const guard = ({ auth }, cookies) => {
    const next = nextRequests(cookies)
    return () => auth(next(), event)
  }
  const next = nextRequests(both.cookies)
  return {
    objects: () => [next(), NextResponse.next()],
    ours: guard(both.ours, both.cookies),
    peer: guard(both.peer, both.peerCookies),
  }
}
