import { withCookies, type HeaderReader, type RequestSource } from '@latchstring/core/framework'
import type { Cookie } from '@latchstring/core/types'
import type * as NextCache from 'next/cache.js'
import type * as NextHeaders from 'next/headers.js'
import type * as Navigation from 'next/navigation.js'
import type * as React from 'react'
import { toNextCookie } from './cookies.ts'

// `next/headers` and `next/navigation` are loaded when they are needed: neither has a place in the Pages Router. The
// file extension of the former is there for Node.js, which finds no `exports` in the package `next`.

let loaded: typeof NextHeaders | undefined

/** Keeps the imported module: even a repeated `import()` takes as long as the read of a session. */
async function load(): Promise<typeof NextHeaders> {
  return (loaded ??= await import('next/headers.js'))
}

let io: (() => Promise<void>) | undefined

/**
 * Ends a render that Next.js does before a request: the validity of a session depends on the clock, which such a render must
 * not read. Older versions of Next.js have no such function.
 */
async function waitForRequest(): Promise<void> {
  if (io === undefined) {
    const cache: Partial<typeof NextCache> = await import('next/cache.js')
    io = cache.io ?? (() => Promise.resolve())
  }
  await io()
}

/**
 * Headers of requests in which cookies were set, with these cookies. The key is the headers object of Next.js, which is the same
 * for a server action and the page that is rendered after it.
 */
const changed = new WeakMap<object, Headers>()

/** The headers of the request being served. Outside a request, and when a page is prerendered, `headers` of Next.js throws. */
export async function currentHeaders(): Promise<HeaderReader> {
  const { headers } = await load()
  const current = await headers()
  await waitForRequest()
  return changed.get(current) ?? current
}

/** The request being served, as {@link currentHeaders}. */
export async function currentRequest(): Promise<RequestSource> {
  const { headers } = await load()
  const current = await headers()
  return { headers: new Headers(changed.get(current) ?? current) }
}

/**
 * The request being served; nothing where there is none, as in a job or in `getStaticProps`. What Next.js throws to end a render
 * before a request goes on.
 */
export async function requestIfAny(): Promise<RequestSource | undefined> {
  try {
    return await currentRequest()
  } catch (error) {
    if (error instanceof Error && error.message.includes('outside a request scope'))
      return undefined
    throw error
  }
}

/** Whether cookies can be set: not in a server component, whose cookies have one function for every change, which throws. */
export async function canSetCookies(): Promise<boolean> {
  const { cookies } = await load()
  const jar = await cookies()
  return Reflect.get(jar, 'set') !== Reflect.get(jar, 'delete')
}

/** Sets cookies on the response. Later reads in the same request see them. */
export async function setCookies(cookies: readonly Cookie[]): Promise<void> {
  const next = await load()
  const jar = await next.cookies()
  for (const cookie of cookies) jar.set(toNextCookie(cookie))
  const current = await next.headers()
  const headers = new Headers(changed.get(current) ?? current)
  headers.set('cookie', withCookies(headers.get('cookie') ?? '', cookies))
  changed.set(current, headers)
}

/**
 * Wraps a function in `cache` of React, so that it is called once for the same argument while a page is rendered. Elsewhere, as in
 * server actions and route handlers, and in versions of React without `cache`, it is called each time.
 */
export async function oncePerRender<Argument, Result>(
  work: (argument: Argument) => Result,
): Promise<(argument: Argument) => Result> {
  const react: Partial<Pick<typeof React, 'cache'>> = await import('react')
  return react.cache?.(work) ?? work
}

/** Ends the function being run by an error that Next.js turns into a redirect. */
export async function redirectTo(url: string): Promise<never> {
  // Without an extension, unlike the others: in route handlers the bundler puts the server's variant in place of this
  // name only. The file itself needs the contexts of pages, which route handlers do not have.
  // @ts-expect-error -- TypeScript does not find this name either; the cast holds because both lead to one module.
  const navigation = (await import('next/navigation')) as typeof Navigation
  return navigation.redirect(url)
}
